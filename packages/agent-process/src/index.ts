/** Starts, watches, guards and ends the processes of agents and commands. For drivers and hosts on Node. */
export { agentFailure, type AgentFailure } from './lib/session/agent-failure.ts'
export type { AgentParts } from './lib/session/agent-parts.ts'
export type { AgentProblem } from './lib/preflight/agent-problem.ts'
export { type AgentSdk, sdkHint } from './lib/preflight/agent-sdk.ts'
export { boundLine, boundText } from './lib/bound-text.ts'
export { checkBaseUrl } from './lib/preflight/check-base-url.ts'
export { checkRequest } from './lib/preflight/check-request.ts'
export { checkSdk } from './lib/preflight/check-sdk.ts'
export { findSdk, type FoundSdk } from './lib/preflight/find-sdk.ts'
export { agentPaths } from './lib/confine/agent-folders.ts'
export { confine, type Confined, type ConfinedProcess, type ProgramExit } from './lib/confine/confine.ts'
export type { ConfineRequest } from './lib/confine/find-boundary.ts'
export { type ConfinementProbe, probeConfinement } from './lib/confine/probe-confinement.ts'
export { findProgram } from './lib/confine/find-program.ts'
export { fullPrompt } from './lib/session/full-prompt.ts'
export { checkTokens } from './lib/session/check-tokens.ts'
export { childEnvironment } from './lib/process/child-environment.ts'
export { type CommandMark, readCommandMarks, readVariable } from './lib/process/command-mark.ts'
export { type CommandProcess, findCommands, isInside } from './lib/process/find-commands.ts'
export { endMarkedProcesses } from './lib/process/end-marked-processes.ts'
export { gitSettings } from './lib/process/git-settings.ts'
export { listProcesses } from './lib/process/list-processes.ts'
export { type Ending, endProcesses } from './lib/process/end-processes.ts'
export { endProcessGroup } from './lib/process/end-process-group.ts'
export { loadSdk } from './lib/preflight/load-sdk.ts'
export { type MarkedProcesses, markProcesses } from './lib/process/mark-processes.ts'
export {
  identifyProcess,
  machineProcesses,
  type Processes,
  isSameBoot,
  type ProcessIdentity,
} from './lib/process/process-identity.ts'
export {
  baseVariables,
  networkVariables,
  programEnvironment,
  temporaryVariables,
} from './lib/process/program-environment.ts'
export { type ProcessStat, readProcessStat } from './lib/process/read-process-stat.ts'
export { type LineLimits, readLines } from './lib/read-lines.ts'
export { readCount, readNumber, readRecord, readText } from './lib/read-record.ts'
export { type PathVerdict, resolveRealPath } from './lib/path/resolve-real-path.ts'
export { resolveProgram } from './lib/process/resolve-program.ts'
export { isKilled } from './lib/process/is-killed.ts'
export { openProcess, type ProcessOpening } from './lib/process/open-process.ts'
export { isShortage, repeatCall, type Repeating, repeatPauses } from './lib/process/repeat-call.ts'
export { type ProcessRequest, runProcess } from './lib/run/run-process.ts'
export { signalProcess } from './lib/process/signal-process.ts'
export { signalCopyMs } from './lib/process/signal-copy-ms.ts'
export { startProcess } from './lib/process/start-process.ts'
export { type SessionTracker, trackSessions } from './lib/session/track-sessions.ts'
export {
  exitMs,
  lateExit,
  type SessionWatch,
  type WatchOptions,
  watchSession,
} from './lib/session/watch-session.ts'
