import type { JournalRecord } from '../../../contract/run-store.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import { checkArgument, checkOptions, invalidOption } from '../../../error/check/check-options.ts'
import { describeValue } from '../../../error/check/describe-value.ts'
import { findFault } from '../../../error/check/find-fault.ts'
import type { Report } from '../../../event/report.ts'
import type { RunEvent } from '../../../event/run-event.ts'
import type { Input, InputType } from '../../../machine/state/input/input.ts'
import {
  createRunState as createState,
  type RunStart,
  type RunState,
} from '../../../machine/state/run-state.ts'
import { transition as decide, type Transition } from '../../../machine/transition.ts'
import { buildReport as report } from '../../../report/build-report.ts'
import type { RunSettings } from '../../../machine/state/run-settings.ts'
import { machineRules } from './machine-rules.ts'
import { readSettings as read, type SettingsOptions } from '../../settings/read-settings.ts'
import { beginJournal as begin } from '../../journal/begin-journal.ts'
import { foldRun } from '../../journal/fold-run.ts'
import { journalVersion, type RunRecord } from '../../journal/journal-version.ts'

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

/**
 * Derives the settings of a run from the options of `createRun`. They lack `execution`, the name of the run's
 * folder.
 *
 * Throws `OPTION_INVALID`.
 */
export const readSettings = (options: SettingsOptions): Omit<RunSettings, 'execution'> => {
  checkOptions<object>('readSettings', options, machineRules.settings)
  return read(options)
}

/**
 * Creates the state of a run that has not started. Its first input is `run_started`.
 *
 * Throws `OPTION_INVALID`, and `PLAN_INVALID` if the dependencies of the phases form a cycle.
 */
export const createRunState = (start: RunStart): MachineState => {
  checkArgument('createRunState', 'start', start, machineRules.start)
  return seal(createState(start))
}

/**
 * Creates the first record of a run's journal. Throws `OPTION_INVALID`.
 *
 * Every later record contains one input, as the machine received it. Records are numbered from 1 without
 * gaps.
 */
export const beginJournal = (start: RunStart): JournalRecord => {
  checkArgument('beginJournal', 'start', start, machineRules.start)
  return begin(start)
}

/**
 * Applies one input to a state, in place, and returns the resulting events and effects.
 *
 * Synchronous and deterministic: the same inputs in the same order give the same events and effects. Write an
 * input to the journal before applying it. Perform each effect, in order or concurrently, and apply the input
 * that answers it.
 *
 * Events have their time as `at`, in milliseconds since 1970, and `run_ended` has no report. Those of
 * `replay` are complete.
 *
 * Throws `OPTION_INVALID` for an input that lacks a member or names a phase that the plan does not have, and
 * if `run_started` is not the first input, or a later one.
 */
export const transition = (state: MachineState, input: Input): Transition => {
  checkArgument('transition', 'state', state, machineRules.state)
  const run = open(state)
  const fault = findInputFault(run, 'input', input)
  if (fault !== undefined) throw invalidOption('input', `transition: ${fault}`)
  return decide(run, input)
}

/**
 * Computes the state that a journal leads to, without performing any effect.
 *
 * `journal` starts with the record of `beginJournal`; each later record contains one input. To continue the
 * run, apply `run_resumed`, which returns the effects that are still to be performed.
 *
 * Throws `OPTION_INVALID` for a value that is not a list of records, `RUN_DAMAGED` if the first record is
 * not that of a journal, a record is missing or its input is invalid, `RUN_VERSION` if another version of
 * Amelia wrote the journal, and `RUN_NOT_FOUND` if the run never started, as an empty journal shows.
 */
export const replay = (journal: readonly JournalRecord[]): Replay => {
  checkArgument('replay', 'journal', journal, machineRules.journal)
  const runId = runIdOf(journal)
  checkHead(runId, journal[0])
  const events: RunEvent[] = []
  let line = 1
  const { state } = foldRun(runId, journal, {
    receive: (event) => events.push(event),
    between(state, { seq, value }) {
      line += 1
      const fault =
        seq === line
          ? findInputFault(state, 'value', value)
          : `it has the number ${seq}, so a record is missing.`
      if (fault !== undefined) throw damaged(runId, line, fault)
    },
  })
  return { state: seal(state), events }
}

/**
 * Builds the report of a run at `now`, in milliseconds since 1970. Reads the state without changing it.
 * Throws `OPTION_INVALID`.
 */
export const buildReport = (state: MachineState, now: number): Report => {
  checkArgument('buildReport', 'state', state, machineRules.state)
  checkArgument('buildReport', 'now', now, machineRules.now)
  return report(open(state), now)
}

/** Finds the first fault of an input, and describes it in a sentence. */
const findInputFault = ({ status, graph }: RunState, path: string, input: unknown): string | undefined => {
  const fault = findFault(path, input, machineRules.input)
  if (fault !== undefined) return fault
  const { type, phaseId } = input as { type: InputType; phaseId?: string }
  if ((type === 'run_started') !== (status === 'created'))
    return status === 'created'
      ? `the first input of a run is \`run_started\`; got "${type}".`
      : 'the run has started, so that `run_started` cannot follow.'
  if (phaseId === undefined || graph.index.has(phaseId)) return undefined
  return `\`${path}.phaseId\` must be the id of a phase of the run; got ${describeValue(phaseId)}.`
}

/** Checks the members of the first record that the machine cannot start without. */
const checkHead = (runId: string, first: JournalRecord | undefined): void => {
  const { type, version } = Object(first?.value) as Partial<RunRecord>
  if (type !== 'run_created' || version !== journalVersion) return
  const fault = findFault('value', first?.value, machineRules.head)
  if (fault !== undefined) throw damaged(runId, 1, fault)
}

const damaged = (runId: string, line: number, fault: string): AmeliaError =>
  new AmeliaError('RUN_DAMAGED', `Record ${line} of the journal of run ${runId} is invalid: ${fault}`, {
    runId,
    line,
  })

const runIdOf = ([first]: readonly JournalRecord[]): string => {
  const { runId } = (first?.value ?? {}) as { runId?: unknown }
  return typeof runId === 'string' ? runId : 'unknown'
}

const seal = (state: RunState): MachineState => state as unknown as MachineState

const open = (state: MachineState): RunState => state as unknown as RunState
