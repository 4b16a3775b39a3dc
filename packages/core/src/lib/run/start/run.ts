import type { PlanChange } from '../../event/change/plan-change.ts'
import type {
  PluginEvent,
  ProgressEvent,
  SessionUsageEvent,
  SessionWaitingEvent,
  WarningEvent,
} from '../../event/progress-event.ts'
import type { RunEvent, RunEventOf } from '../../event/run-event.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { RunStatus } from '../../event/run-status.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Budget } from '../../event/budget.ts'
import type { GateChoice, GateView, RevertScope } from '../../event/gate-view.ts'
import type { Report } from '../../event/report.ts'
import type { PhaseWait } from '../../report/wait/phase-wait.ts'
import type { Unsubscribe } from '../journal/event-hub.ts'
import type { RunChange } from '../../report/view/run-change.ts'
import type { WatchedEvent } from './watch/watch-stored.ts'

/**
 * One execution of one plan.
 *
 * Nothing is executed before {@link Run.start}. An error thrown by a listener does not affect the run: it is
 * passed to `onListenerError`, or by default becomes the event `warning` and a line on stderr.
 */
export interface Run extends AsyncDisposable {
  /** The run's id, unique in its store. */
  readonly id: string
  /** The current status, as in the report; `created` for a new run that has not started. */
  readonly status: RunStatus | 'created'
  /** The current plan: the edited one if the run was opened with one. */
  readonly plan: Plan
  /** The changes that the edited plan makes at the start. Phases not listed are unchanged. */
  readonly changes: readonly PlanChange[]
  /**
   * Changes made to the plan before the run, such as split batches. Empty in a process that resumes the run.
   */
  readonly warnings: readonly PlanIssue[]
  /**
   * Runs the plan until the end, or until nothing can continue without an answer (`waiting`), and then
   * releases the run. With `whenWaiting: 'stay'` it continues after each answer.
   *
   * Later calls return the same promise. A waiting or cancelled run is resumed with `openRun`. Rejects with
   * `CALL_ABORTED` if the option `signal` has aborted, with `RUN_ENDED` if the run was disposed, with
   * `RUN_EXISTS` if a run of its id has started since `createRun`, and with `DRIVER_MISSING` or
   * `FUNCTION_MISSING` if a phase needs an agent or a function and the run was opened without it.
   */
  start(): Promise<Report>
  /** Calls the listener for each event of a plugin: with `seq` if it is journalled, else with `afterSeq`. */
  on(type: 'plugin_event', listener: (event: RunEventOf<'plugin_event'> | PluginEvent) => void): Unsubscribe
  /** Calls the listener for each new event of one type. */
  on<Type extends RunEventType>(type: Type, listener: (event: RunEventOf<Type>) => void): Unsubscribe
  /** Calls the listener for the progress of sessions. */
  on(type: 'session_progress', listener: (event: ProgressEvent) => void): Unsubscribe
  on(type: 'session_usage', listener: (event: SessionUsageEvent) => void): Unsubscribe
  on(type: 'session_waiting', listener: (event: SessionWaitingEvent) => void): Unsubscribe
  /** Calls the listener for errors that do not stop the run, such as those of `onGate`. */
  on(type: 'warning', listener: (event: WarningEvent) => void): Unsubscribe
  /**
   * Resolves with the next event of one type. Rejects with `RUN_ENDED` if this process's part of the run ends
   * without one; a rejection that nobody awaits is ignored.
   */
  once(type: 'plugin_event'): Promise<RunEventOf<'plugin_event'> | PluginEvent>
  once<Type extends RunEventType>(type: Type): Promise<RunEventOf<Type>>
  once(type: 'session_progress'): Promise<ProgressEvent>
  once(type: 'session_usage'): Promise<SessionUsageEvent>
  once(type: 'session_waiting'): Promise<SessionWaitingEvent>
  once(type: 'warning'): Promise<WarningEvent>
  /**
   * Calls the listener for every event after number `after` (default 0: from the start); past events
   * immediately. With `progress: true`, also for the progress of sessions from now on, between the events.
   *
   * With `views: true`, also for the changes of the run's view, for `applyRunChange`: immediately for the
   * complete one, then at most about ten times per second. A change may include events that follow it.
   */
  subscribe(
    options: { after?: number; progress?: false; views?: false },
    listener: (event: RunEvent) => void,
  ): Unsubscribe
  subscribe(
    options: { after?: number; progress: boolean; views?: false },
    listener: (event: WatchedEvent) => void,
  ): Unsubscribe
  subscribe(
    options: { after?: number; progress?: boolean; views: boolean },
    listener: (event: WatchedEvent | RunChange) => void,
  ): Unsubscribe
  /**
   * Iterates over every event after number `after`; ends with the run. Past events are included, so reading
   * may begin at any time after {@link Run.start}. If the run is not started in the same turn of the event
   * loop, the iteration ends after the events of earlier processes.
   *
   * With `progress: true`, also over the progress of sessions from now on. A reader that is more than 1,000
   * of them behind misses the oldest progress, which `progress_missed` counts, and no events.
   */
  events(options?: { after?: number; progress?: false }): AsyncIterable<RunEvent>
  events(options: { after?: number; progress: boolean }): AsyncIterable<WatchedEvent>
  /** Lists the open gates. */
  gates(): GateView[]
  /**
   * Answers a gate; resolves when the answer is in the journal. The first answer wins. An answer given before
   * `start` is journalled when the run starts; it is refused if it contradicts an answer saved by another
   * process.
   *
   * `amount`, with `approve` at a gate about a budget: how much more to allow. Default: the same amount
   * again. `scope`, with `abort-revert`: what to revert. Default: the run. `phaseIds`, with `approve` and
   * `send-back` at a checkpoint of several phases: those that the answer is for; the gate stays open for the
   * others. Default: all.
   *
   * Throws `GATE_UNKNOWN`, `GATE_EXPIRED` (the gate has an answer, or another answer is saved), `GATE_CHOICE`
   * (the gate does not offer the choice, takes no such amount, does not ask about a phase, or its batch
   * cannot be reverted alone), `RUN_ENDED`.
   */
  answer(
    gateId: string,
    choice: GateChoice,
    options?: { feedback?: string; amount?: Budget; scope?: RevertScope; phaseIds?: readonly string[] },
  ): Promise<void>
  /**
   * Retries a failed phase with a full set of attempts, and unblocks the phases that it blocked. Resuming a
   * run does the same for all failed phases. Throws `NOT_REOPENED` for a phase that has not failed.
   */
  retry(phaseId: string): void
  /**
   * Undoes the skip of a phase, subtask or step, and of everything that was skipped only because of it.
   * Throws `NOT_REOPENED` for parts that no person skipped, and for parts of a completed phase.
   */
  unskip(id: string): void
  /**
   * Starts no more phases and lets running ones finish. The run can be resumed. After the end of this
   * process's part, it does nothing.
   */
  drain(): void
  /**
   * Stops running phases now. The run can be resumed; interrupted phases then continue where they stood.
   *
   * With `phaseId`, only that phase is stopped, with `stepId` at its current step; a gate then asks how to
   * continue, and the other phases run on. Throws `NOT_CANCELLED` for parts that are not running.
   *
   * After the end of this process's part, a call without `phaseId` does nothing: the run has stopped.
   */
  cancel(what?: { phaseId: string; stepId?: string }): void
  /**
   * Gives a text to the agent of a phase: to its running session if the driver can do this, else to the
   * phase's next session, in its prompt. Resolves when the text is in the journal; `phase_steered` reports
   * whether it was delivered, deferred or dropped.
   *
   * A text is given at most once: if the process dies while it does so, the text is lost and not repeated.
   * Control sequences are removed from it, and secrets are redacted. Throws `NOT_STEERED` for a phase that
   * has ended, for which ten texts wait or on which no agent works, `COMMAND_INVALID` for a text that is
   * empty or longer than 10,000 characters, and `RUN_ENDED`.
   */
  steer(phaseId: string, text: string): Promise<void>
  /**
   * Explains why a phase is not running; undefined for a phase that is running or has ended. Throws
   * `OPTION_INVALID` for an unknown phase.
   */
  whyWaiting(phaseId: string): PhaseWait | undefined
  /** Returns the current report. */
  report(): Report
  /**
   * Ends this process's part of the run, and leaves a run that `openRun` can resume. Called at the end of a
   * block with `await using run`.
   *
   * A running run is drained, is cancelled after 10 s of the host's clock, and has released its lease
   * afterwards. An error of the run is not thrown here: `start` rejects with it. A run that was not started
   * writes nothing.
   */
  [Symbol.asyncDispose](): Promise<void>
}
