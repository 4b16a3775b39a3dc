import type { RetryRule } from '../../../policy/failure/retry-rule.ts'
import type { CheckpointStrategyV1 } from '../../../contract/checkpoint-strategy.ts'
import type { DispatcherV1 } from '../../../contract/dispatcher.ts'
import type { DriverOption } from '../../../policy/driver-option.ts'
import type { ModelOptions } from '../../../policy/dispatch/choose-driver.ts'
import type { StepFunctions } from '../../../policy/step-function.ts'
import type { Host } from '../../../contract/host.ts'
import type { Logger } from '../../../contract/logger.ts'
import type { EvaluatorV1, ReviewerV1 } from '../../../contract/reviewer.ts'
import type { Limits } from './limits.ts'
import type { GateAnswer, GateQuestion } from '../../mailbox/gate-question.ts'

/** The adapters and callbacks of the process that runs a new or resumed run. None of them are stored. */
export interface RunAdapters {
  /** The repository, the store and the other adapters that the run works with. */
  host: Host
  /**
   * The agent, several in order of failover, agents by role and phase, or a function that chooses one.
   * Without one, the run can execute structured steps only.
   */
  driver?: DriverOption | undefined
  /** Models by role and phase, in place of the drivers' own. They take precedence over the plan's. */
  models?: ModelOptions | undefined
  /**
   * The functions that steps with the action `function` call, by name. A run does not start if its steps call
   * another one: `FUNCTION_MISSING`. With a `dispatcher`, its workers need them instead. Default: none.
   */
  functions?: StepFunctions | undefined
  /**
   * Answers gates. It may take any amount of time: only work that depends on the gate waits. Without it, or
   * if it returns undefined, the gate stays open; when nothing else can run, `whenWaiting` decides: by
   * default the run ends as `waiting`, and can be resumed with `openRun` and `run.answer`.
   */
  onGate?: ((gate: GateQuestion) => GateAnswer | undefined | Promise<GateAnswer | undefined>) | undefined
  /**
   * Whether somebody can answer gates while this process runs, with `onGate` or otherwise: on a page, or in
   * an editor. With trust `autonomous` and without such a person, a phase whose rounds are used up fails
   * instead of waiting. Default: whether `onGate` is given, or `whenWaiting` is `stay`.
   */
  attended?: boolean | undefined
  /**
   * Controls the process when nothing can continue without an answer. `end`: its part of the run ends as
   * `waiting`, unless `onGate` is being asked. `stay`: it keeps the run, and continues with the answer of
   * this or any other process; a drain, a cancellation or `signal` ends it. Default: `end`.
   */
  whenWaiting?: 'stay' | 'end' | undefined
  /**
   * Review verified work before it is integrated. Several reviewers run in parallel, and all must approve. An
   * empty list turns reviews off, also when a run is resumed.
   *
   * Default: an agent reviews each phase that an agent worked on, and with `finalReview` the final result, in
   * read-only sessions of the driver for the role `reviewer`; nothing is reviewed without a driver for it. A
   * resumed run keeps that default, but given reviewers must be given again.
   */
  reviewers?: readonly ReviewerV1[] | undefined
  /**
   * Decides for each comment of reviewers that reject whether to implement it. `false`: critical and major
   * ones are implemented. Default: an agent decides, in a session of the driver for the role `evaluator`, if
   * `reviewers` has its default too; otherwise as `false`.
   */
  evaluator?: EvaluatorV1 | false | undefined
  /**
   * Decides where the run waits for a person, instead of the trust level. It must give the same answer to the
   * same question.
   */
  checkpoint?: CheckpointStrategyV1 | undefined
  /**
   * Decides about failed attempts instead of the numbers in `retry`. Its decisions are journalled. A run that
   * is resumed without it uses `retry`, and reports that.
   */
  retryRule?: RetryRule | undefined
  /**
   * Hands the work on phases to workers, which share the store and the repository; this process decides and
   * integrates. Not with `inPlace`. Default: this process performs all work.
   */
  dispatcher?: DispatcherV1 | undefined
  /**
   * Milliseconds that a driver, reviewer or evaluator may take to stop after its signal aborts. Then its call
   * is abandoned and reported by the event `call_abandoned`. Default: 10,000.
   */
  callGraceMs?: number | undefined
  /**
   * Limits of sessions that this run shares with others, from `createLimits`. Default: only the run's own
   * `concurrency`.
   */
  limits?: Limits | undefined
  /**
   * Milliseconds that a session may take; `Infinity` for no limit. A session that takes longer is stopped and
   * has failed. Default: 6 hours.
   */
  sessionTimeoutMs?: number | undefined
  /**
   * Stops the run when it aborts: nothing new starts, and what still runs after 10 s of the host's clock is
   * cancelled. The run can then be resumed. If the signal has aborted before, `start` rejects with
   * `CALL_ABORTED` and writes nothing.
   */
  signal?: AbortSignal | undefined
  /**
   * Receives every new event of this process: its properties, and a message such as `phase completed: 2a`.
   * Default: nothing is logged.
   */
  logger?: Logger | undefined
  /**
   * Values to remove from everything that is stored or emitted, in addition to anything that looks like a
   * secret.
   */
  secrets?: readonly string[] | undefined
  /**
   * Receives errors thrown by listeners or `onGate`, and errors of a run's clean-up. `source` names the place
   * if it is known: `a listener of "run_ended"`. Default: each is a
   * `warning` event, and a line in the log; without a `logger`, on stderr.
   */
  onListenerError?: ((error: unknown, source?: string) => void) | undefined
}

/** Whether somebody can answer the gates of a process while it runs. */
export const isAttended = ({
  attended,
  onGate,
  whenWaiting,
}: Pick<RunAdapters, 'attended' | 'onGate' | 'whenWaiting'>): boolean =>
  attended ?? (onGate !== undefined || whenWaiting === 'stay')
