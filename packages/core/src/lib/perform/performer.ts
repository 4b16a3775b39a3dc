import type { FrozenPhase, FrozenRun } from '../machine/state/frozen-run.ts'
import type { CheckpointStrategyV1 } from '../contract/checkpoint-strategy.ts'
import type { DriverV1 } from '../contract/driver.ts'
import type { Host } from '../contract/host.ts'
import type { CommandRequest, CommandResult } from '../contract/command-runner.ts'
import type { EvaluatorV1, ReviewerV1 } from '../contract/reviewer.ts'
import type { TestReport } from '../contract/test-report.ts'
import type { Workspace } from '../contract/workspace.ts'
import type { TestRun } from '../event/evidence.ts'
import type { RepositoryChange } from '../event/change/repository-change.ts'
import type { InputDraft } from '../machine/state/input/input.ts'
import type { SessionProgress, SessionRequest, SessionResult, Unit, WorkContext } from '../contract/driver.ts'
import type { SessionTools } from '../contract/tool/session-tools.ts'
import { phaseRisk } from '../policy/dispatch/phase-risk.ts'
import type { StepFunctions } from '../policy/step-function.ts'
import type { GuardCall } from './guard/guard-call.ts'

/** A request before it has its tools, which are made when it has its turn. */
export type SessionDraft = Omit<SessionRequest, 'tools'>

/** Everything that performing effects needs. The state is read only; `transition` alone changes it. */
export interface Performer {
  readonly state: FrozenRun
  readonly host: Host
  /** The token of the run's lease. */
  readonly lease: string
  /** The driver that does the phase's work. Undefined: the phase has no agent. */
  readonly driver: DriverV1 | undefined
  /** Chooses the driver of a session in another role. */
  driverFor(role: SessionRequest['role']): DriverV1 | undefined
  readonly reviewers: readonly ReviewerV1[]
  /** `false`: the severity of a comment decides. */
  readonly evaluator?: EvaluatorV1 | false | undefined
  /** The caller's checkpoint strategy. */
  readonly checkpoint?: CheckpointStrategyV1
  /** The open workspace of each phase. */
  readonly workspaces: Map<string, Workspace>
  /** Aborts when the phase or the run is stopped. */
  readonly signal: AbortSignal
  /** Values that must never be stored, emitted or committed. */
  readonly secrets: readonly string[]
  /** Removes secrets from a text. Called before a text is cut, because half a secret is not recognised. */
  redact(text: string): string
  /** Stores a text as an artifact of the run and returns its location; undefined if that failed. */
  keep(name: string, text: string): Promise<string | undefined>
  /** The functions that steps call, by name. */
  readonly functions: StepFunctions
  /** Calls a function of a step, within the time limit of a session. It may ignore its signal. */
  callFunction(
    name: string,
    workspace: Workspace,
    call: (workspace: Workspace, signal: AbortSignal) => unknown,
  ): Promise<unknown>
  /** Calls a driver, reviewer or evaluator that may ignore its signal. */
  guard: GuardCall
  /** Feeds an input to the machine. Order is kept. */
  feed(input: InputDraft): void
  /** Resolves once the journal contains the input. */
  feedAndWait(input: InputDraft): Promise<void>
  /** Runs a command, at most `concurrency` at a time in the run. */
  command(
    request: Omit<CommandRequest, 'signal' | 'onOutput'>,
    /** Whether to request a report from the test runner. */
    withReport?: boolean,
  ): Promise<CommandResult & { report?: TestReport }>
  /**
   * Runs a command that verifies, at most `verifyConcurrency` at a time, or alone if an earlier check of the
   * phase collided with another. `beside`: the other phases whose checks ran at the same time.
   */
  check(
    ...command: Parameters<Performer['command']>
  ): Promise<CommandResult & { report?: TestReport; beside: readonly string[] }>
  /** Runs a session with the driver for its role or with another one; at most `concurrency` at a time. */
  session(
    request: SessionDraft,
    onProgress: (progress: SessionProgress, session: string) => void,
    driver?: DriverV1,
  ): Promise<SessionResult>
  /** Creates tools that read the files of a workspace. */
  tools(workspace: Workspace): SessionTools
  /**
   * Checks and emits an event of a plugin, `who`. An invalid one is reported as an error that does not stop
   * the run.
   */
  ownEvent(who: string, phaseId: string | undefined, event: unknown): void
  /** Emits the progress of a session, or of a reviewer itself. */
  progress(phaseId: string, progress: SessionProgress, session?: string): void
  /** Test runs on the last commits that attempts began on or may begin on, shared by phases. */
  readonly baseRuns: Map<string, Promise<TestRun>>
  /** Commits that the run itself moved its target to. They are not reported as a change by someone else. */
  readonly ownMoves: Set<string>
  /** Configuration and hooks that changed while a phase was verified, until its hooks are refused for it. */
  readonly planted: Map<string, readonly RepositoryChange[]>
}

export const phaseOf = ({ state }: Pick<Performer, 'state'>, phaseId: string): FrozenPhase =>
  state.phases[state.graph.index.get(phaseId)!]!

/** Returns the workspace of a phase. The machine requests work in a workspace only after it was opened. */
export const workspaceOf = ({ workspaces }: Performer, phaseId: string): Workspace => {
  const workspace = workspaces.get(phaseId)
  if (!workspace) throw new Error(`Phase ${phaseId} has no open workspace.`)
  return workspace
}

/** Names the run, and for work on a phase its attempt and unit. Default of the unit: the phase. */
export const workContext = (
  state: Pick<FrozenRun, 'runId' | 'plan' | 'settings'>,
  phase: Pick<FrozenPhase, 'planned' | 'attempt'> | undefined,
  unit: Unit = { kind: 'phase' },
): WorkContext & Required<Pick<WorkContext, 'run'>> => {
  const data = state.settings.meta
  const run = { id: state.runId, title: state.plan.title, ...(data && { meta: data }) }
  if (!phase) return { run }
  const { id, title, meta } = phase.planned
  return {
    run,
    phase: { id, title, risk: phaseRisk(phase.planned), ...(meta && { meta }) },
    attempt: phase.attempt.number,
    unit,
  }
}
