import type { Meta } from '../plan/field/meta.ts'
import type { WorkContext } from '../contract/driver.ts'
import type { OwnEvent } from '../contract/tool/own-event.ts'
import type { Workspace } from '../contract/workspace.ts'

/** The place of a call in its run, and the services that the function may use. */
export interface StepCallContext extends Required<WorkContext> {
  /** The step, with its description in the plan. */
  step: { id: string; description: string }
  /**
   * The same for every call of the step in one attempt: also after the process was killed during the call, or
   * between the end of the function and the record of its result. Pass it to services that know such keys.
   * The next attempt has another key.
   */
  idempotencyKey: string
  /** The tree of the attempt. Files that the function writes are part of the phase's commit. */
  workspace: Workspace
  /**
   * Emits an event for the program around the run, until the call ends. An invalid one is reported as an
   * error that does not stop the run, and dropped.
   */
  emit(event: OwnEvent): void
}

/** One call of a function by a step. */
export interface StepCall {
  /** The step's `input`; an empty object without one. It comes from the plan: check it. */
  input: Meta
  /** The place of the call, its key and its workspace. */
  context: StepCallContext
  /** Aborts when the call must stop. The call then rejects with the signal's reason. */
  signal: AbortSignal
}

/**
 * Performs the steps of one name with the action `function`.
 *
 * Returns its result: JSON data of at most 16 kB, or nothing. It is journalled, and reported with the step.
 * An error of `driverError` has its class, which decides the response; any other error counts as
 * `verification_failed`, as for a command that fails.
 */
export type StepFunction = (call: StepCall) => unknown

/** Functions by the name that steps call them by. */
export type StepFunctions = Readonly<Record<string, StepFunction>>
