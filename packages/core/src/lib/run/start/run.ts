import type { PlanChange } from '../../event/plan-change.ts'
import type { ProgressEvent, RunEvent, RunEventOf } from '../../event/run-event.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { Plan } from '../../plan/plan-schema.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { GateChoice, GateView } from '../../event/gate.ts'
import type { Report } from '../../event/report.ts'
import type { Unsubscribe } from '../journal/event-hub.ts'

/**
 * One execution of one plan.
 *
 * Nothing is executed before {@link Run.start}. A listener that throws never breaks a run; what it threw is given
 * to `onListenerError` of the run's options.
 */
export interface Run {
  readonly id: string
  /** The plan that it goes by: the edited one where it was opened with one. */
  readonly plan: Plan
  /** What an edited plan that it was opened with changes, once it starts. Phases that are not named are unchanged. */
  readonly changes: readonly PlanChange[]
  /** What was changed in the plan before it was run: batches that were cut. Told once, by the process that made the run. */
  readonly warnings: readonly PlanIssue[]
  /**
   * Runs until the end, or until nothing can move without an answer (`waiting`), and then gives the run free.
   *
   * Calling it again gives the same promise. A run that waits or was cancelled goes on with `openRun`.
   */
  start(): Promise<Report>
  /** Hears events of one type from now on. */
  on<Type extends RunEventType>(type: Type, listener: (event: RunEventOf<Type>) => void): Unsubscribe
  /** Hears what sessions say. */
  on(type: 'session_progress', listener: (event: ProgressEvent) => void): Unsubscribe
  /** Hears every event after `after` (default 0: from the run's beginning), those of the past at once. */
  subscribe(options: { after?: number }, listener: (event: RunEvent) => void): Unsubscribe
  /** Every event after `after`, as they come; ends with the run. */
  events(options?: { after?: number }): AsyncIterable<RunEvent>
  /** The questions that are open now. */
  gates(): GateView[]
  /**
   * Answers a gate; resolves when the answer is safe in the journal. The first answer wins. Before `start` an answer is
   * only kept, and goes into the journal when the run starts; one that contradicts an answer that another process has saved is refused.
   *
   * Throws `GATE_UNKNOWN`, `GATE_EXPIRED` (it was answered before, or another answer is saved), `GATE_CHOICE` (it does not offer this), `RUN_ENDED`.
   */
  answer(gateId: string, choice: GateChoice, options?: { feedback?: string }): Promise<void>
  /**
   * Takes a failed phase up again with all its attempts ahead; what it blocked is free again. A resumed run does so by itself.
   * Throws `NOT_REOPENED` for a phase that has not failed.
   */
  retry(phaseId: string): void
  /**
   * Takes the skip of a phase, a subtask or a step back, with everything that was skipped only because of it.
   * Throws `NOT_REOPENED` for what no person skipped, and for parts of a phase that is done.
   */
  unskip(id: string): void
  /** Starts nothing new and lets what runs come to its end. The run can be resumed. */
  drain(): void
  /**
   * Ends what runs now. The run can be resumed: interrupted phases then start again.
   *
   * With `phaseId` that phase alone is stopped, with `stepId` because of the step that it is at; a person is then asked what is to
   * become of it, and the others go on. Throws `NOT_CANCELLED` for what is not under way.
   */
  cancel(what?: { phaseId: string; stepId?: string }): void
  /** How the run stands. */
  report(): Report
}
