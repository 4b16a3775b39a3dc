import type { FailureClass } from '@amelia/core/plugin'
import type { CommandAgentSettings } from './command-agent-settings.ts'

/** Signals by which someone else ends a program. Others are faults of the program itself. */
const foreign = new Set<string>(['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP', 'SIGQUIT'])

/** Classifies the failure of an agent by the way in which its program ended. */
export const classifyExit = (
  { code, signal }: { code: number | null; signal: string | null },
  { exitCodes }: Pick<CommandAgentSettings, 'exitCodes'>,
): FailureClass =>
  (code === null ? undefined : exitCodes[code]) ??
  (signal !== null && foreign.has(signal) ? 'interrupted' : 'agent_failed')
