import type { CheckpointStrategyV1 } from '../contract/checkpoint-strategy.ts'
import type { DriverV1 } from '../contract/driver.ts'
import type { Host } from '../contract/host.ts'
import type { CommandRequest, CommandResult } from '../contract/command-runner.ts'
import type { EvaluatorV1, ReviewerV1 } from '../contract/reviewer.ts'
import type { TestReport } from '../contract/test-report.ts'
import type { Workspace } from '../contract/workspace.ts'
import type { TestRun } from '../event/evidence.ts'
import type { InputDraft } from '../machine/state/input.ts'
import type { RunState } from '../machine/state/run-state.ts'
import type { SessionProgress, SessionRequest, SessionResult } from '../contract/driver.ts'
import type { GuardCall } from './guard/guard-call.ts'

/** What the performers of effects share. They read the state and never change it: that is `transition`'s. */
export interface Performer {
  readonly state: RunState
  readonly host: Host
  readonly driver: DriverV1 | undefined
  readonly reviewers: readonly ReviewerV1[]
  readonly evaluator?: EvaluatorV1
  /** The caller's own strategy for checkpoints. */
  readonly checkpoint?: CheckpointStrategyV1
  /** The open workspace of each phase. */
  readonly workspaces: Map<string, Workspace>
  /** Aborts when what runs is to stop. */
  readonly signal: AbortSignal
  /** Values that may be stored, emitted and committed by nobody. */
  readonly secrets: readonly string[]
  /** A text without secrets. Before it is cut: half a secret looks like none. */
  redact(text: string): string
  /** Keeps a text as an artefact of the run, and returns where it is; undefined where it could not be kept. */
  keep(name: string, text: string): Promise<string | undefined>
  /** Calls a driver, reviewer or evaluator that may ignore its signal. */
  guard: GuardCall
  /** Tells the machine; order is kept. */
  feed(input: InputDraft): void
  /** Runs a command, with at most as many others as the run allows. */
  command(
    request: Omit<CommandRequest, 'signal'>,
    /** The runner of tests is asked for its report. */
    withReport?: boolean,
  ): Promise<CommandResult & { report?: TestReport }>
  /** Runs a session with the run's driver or another one, with at most as many others as the run allows. */
  session(
    request: SessionRequest,
    onProgress: (progress: SessionProgress) => void,
    driver?: DriverV1,
  ): Promise<SessionResult>
  /** Passes on what a session says. */
  progress(phaseId: string, progress: SessionProgress): void
  /** Test runs on the commits that attempts begin on, shared by phases. */
  readonly baseRuns: Map<string, Promise<TestRun>>
  /** The commits that the run itself moves its target to: finding one there is no surprise. */
  readonly ownMoves: Set<string>
}

/** The workspace of a phase. The machine asks for work there only after it was opened. */
export const workspaceOf = ({ workspaces }: Performer, phaseId: string): Workspace => {
  const workspace = workspaces.get(phaseId)
  if (!workspace) throw new Error(`Phase ${phaseId} has no open workspace.`)
  return workspace
}
