import type { JournalRecord } from '../../contract/run-store.ts'
import type { Report } from '../../event/report.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { Input } from '../../machine/state/input.ts'
import { createRunState as createState, type RunStart, type RunState } from '../../machine/state/run-state.ts'
import { transition as decide, type Transition } from '../../machine/transition.ts'
import { buildReport as report } from '../../report/build-report.ts'
import { foldRun } from './fold-run.ts'

declare const hidden: unique symbol

/**
 * The state of a run, as the functions of `@amelia/core/machine` create, change and describe it.
 *
 * Its contents are private and may change in any release. Use `buildReport` to read it, and the journal to
 * store it.
 */
export interface MachineState {
  /** Makes the type opaque. No object has this property. */
  readonly [hidden]: true
}

/** The result of `replay`. */
export interface Replay {
  /** The state after the last record. */
  state: MachineState
  /** Every event of the journal, in order. */
  events: RunEvent[]
}

/** Creates the state of a run that has not started. Its first input is `run_started`. */
export const createRunState = (start: RunStart): MachineState => seal(createState(start))

/**
 * Applies one input to a state, in place, and returns the resulting events and effects.
 *
 * Synchronous and deterministic: the same inputs in the same order give the same events and effects. Write an
 * input to the journal before applying it. Perform each effect, in order or concurrently, and apply the input
 * that answers it.
 *
 * Throws `INTERNAL` for an input that names a phase the plan does not have.
 */
export const transition = (state: MachineState, input: Input): Transition => decide(open(state), input)

/**
 * Computes the state that a journal leads to, without performing any effect.
 *
 * `journal` starts with the record of `beginJournal`; each later record contains one input. To continue the
 * run, apply `run_resumed`, which returns the effects that are still to be performed.
 *
 * Throws `RUN_DAMAGED` if the first record is not that of a journal, `RUN_VERSION` if another version of
 * Amelia wrote the journal, and `RUN_NOT_FOUND` if the run never started, as an empty journal shows.
 */
export const replay = (journal: readonly JournalRecord[]): Replay => {
  const events: RunEvent[] = []
  const { state } = foldRun(runIdOf(journal), journal, { receive: (event) => events.push(event) })
  return { state: seal(state), events }
}

/** Builds the report of a run at `now`, in milliseconds since 1970. Reads the state without changing it. */
export const buildReport = (state: MachineState, now: number): Report => report(open(state), now)

const runIdOf = ([first]: readonly JournalRecord[]): string => {
  const { runId } = (first?.value ?? {}) as { runId?: unknown }
  return typeof runId === 'string' ? runId : 'unknown'
}

const seal = (state: RunState): MachineState => state as unknown as MachineState

const open = (state: MachineState): RunState => state as unknown as RunState
