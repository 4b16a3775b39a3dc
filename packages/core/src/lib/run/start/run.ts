import type { PlanChange } from '../../event/plan-change.ts'
import type { ProgressEvent, SessionUsageEvent, SessionWaitingEvent } from '../../event/progress-event.ts'
import type { RunEvent, RunEventOf } from '../../event/run-event.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Budget } from '../../event/budget.ts'
import type { GateChoice, GateView, RevertScope } from '../../event/gate-view.ts'
import type { Report } from '../../event/report.ts'
import type { Unsubscribe } from '../journal/event-hub.ts'

/**
 * One execution of one plan.
 *
 * Nothing is executed before {@link Run.start}. An error thrown by a listener is passed to `onListenerError`
 * and does not affect the run.
 */
export interface Run {
  readonly id: string
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
   * releases the run.
   *
   * Later calls return the same promise. A waiting or cancelled run is resumed with `openRun`.
   */
  start(): Promise<Report>
  /** Calls the listener for each new event of one type. */
  on<Type extends RunEventType>(type: Type, listener: (event: RunEventOf<Type>) => void): Unsubscribe
  /** Calls the listener for the progress of sessions. */
  on(type: 'session_progress', listener: (event: ProgressEvent) => void): Unsubscribe
  on(type: 'session_usage', listener: (event: SessionUsageEvent) => void): Unsubscribe
  on(type: 'session_waiting', listener: (event: SessionWaitingEvent) => void): Unsubscribe
  /**
   * Calls the listener for every event after number `after` (default 0: from the start); past events
   * immediately.
   */
  subscribe(options: { after?: number }, listener: (event: RunEvent) => void): Unsubscribe
  /** Iterates over every event after number `after`; ends with the run. */
  events(options?: { after?: number }): AsyncIterable<RunEvent>
  /** Lists the open gates. */
  gates(): GateView[]
  /**
   * Answers a gate; resolves when the answer is in the journal. The first answer wins. An answer given before
   * `start` is journalled when the run starts; it is refused if it contradicts an answer saved by another
   * process.
   *
   * `amount`, with `approve` at a gate about a budget: how much more to allow. Default: the same amount
   * again. `scope`, with `abort-revert`: what to revert. Default: the run.
   *
   * Throws `GATE_UNKNOWN`, `GATE_EXPIRED` (the gate has an answer, or another answer is saved), `GATE_CHOICE`
   * (the gate does not offer the choice, takes no such amount, or its batch cannot be reverted alone),
   * `RUN_ENDED`.
   */
  answer(
    gateId: string,
    choice: GateChoice,
    options?: { feedback?: string; amount?: Budget; scope?: RevertScope },
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
  /** Starts no more phases and lets running ones finish. The run can be resumed. */
  drain(): void
  /**
   * Stops running phases now. The run can be resumed; interrupted phases then continue where they stood.
   *
   * With `phaseId`, only that phase is stopped, with `stepId` at its current step; a gate then asks how to
   * continue, and the other phases run on. Throws `NOT_CANCELLED` for parts that are not running.
   */
  cancel(what?: { phaseId: string; stepId?: string }): void
  /** Returns the current report. */
  report(): Report
}
