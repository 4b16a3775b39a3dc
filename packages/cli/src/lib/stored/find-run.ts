import { AmeliaError, type Host, readRun, type StoredRun } from '@amelia/core'
import { words } from '@amelia/core/view'
import { findPhaseId } from '../setting/find-phase-id.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'

/** A stored run and its id. */
export interface FoundRun extends StoredRun {
  runId: string
}

/** The parts of a host needed to find a run. */
export type RunHost = Pick<Host, 'store' | 'clock'>

/** Limit for reading a run that was not named by id, in milliseconds. */
const readLimitMs = 2_000

export interface FindRunOptions extends RunHost {
  /** Run id, or a unique prefix of it. Default: the newest run. */
  wanted?: string | undefined
  /** Without an id, prefers the newest run that can be resumed. */
  unfinished?: boolean
  /** Without an id, takes only a run with an open question. */
  asking?: boolean
}

/**
 * Finds the run that the user means. Without an id, a run that cannot be read within {@link readLimitMs} is
 * reported and skipped; a run named by id has no limit.
 *
 * Throws a usage error that lists the existing runs, and the errors of `readRun` for a run named by id.
 */
export const findRun = async (terminal: Terminal, options: FindRunOptions): Promise<FoundRun> => {
  const { store, clock, wanted, unfinished = false, asking = false } = options
  const runs = await store.list()
  const upTo = (locked: boolean): { now?: number } => (locked ? { now: clock.now() } : {})
  if (wanted !== undefined) {
    const { runId, locked } = chooseRun(runs, wanted)
    return { ...(await readRun({ host: { store, clock }, runId, ...upTo(locked) })), runId }
  }
  let finished: FoundRun | undefined
  for (const { runId, locked } of runs) {
    try {
      const found = await readRun({
        host: { store, clock },
        runId,
        ...upTo(locked),
        limit: { clock, ms: readLimitMs },
      })
      if (asking && found.report.gates.length === 0) continue
      if (found.canGoOn || !unfinished) return { ...found, runId }
      finished ??= { ...found, runId }
    } catch (error) {
      // An unreadable run must not hide the others.
      printNote(
        terminal,
        `${terminal.paintError('warning:', 'warn')} ${words.plainLabel(problemOf(runId, error))}\n`,
      )
    }
  }
  if (finished) return finished
  if (asking && runs.length > 0)
    throw usageError('No run of this repository has an open question.', 'To see the runs: amelia runs')
  throw usageError(
    unfinished ? 'No unfinished run in this repository.' : 'No runs in this repository.',
    'Start one with amelia run PLAN, or choose another repository with --repo DIR.',
  )
}

/** Words of a command that name a run, one of its phases, both, or nothing. */
export type RunWords = readonly [first?: string | undefined, second?: string | undefined]

/**
 * Finds the run that the words of a command name, and the name of its phase. One word alone names a phase of
 * the newest run, or else a run.
 */
export const findRunAndPhase = async (
  terminal: Terminal,
  { words: [first, second], ...options }: Omit<FindRunOptions, 'wanted'> & { words: RunWords },
): Promise<{ found: FoundRun; phase?: string }> => {
  if (first === undefined) return { found: await findRun(terminal, options) }
  const named = { ...options, wanted: first }
  if (second !== undefined) return { found: await findRun(terminal, named), phase: second }
  const runs = await options.store.list()
  if (runs.length === 0 || runs.some(({ runId }) => runId === first))
    return { found: await findRun(terminal, named) }
  const newest = await findRun(terminal, options)
  const id = findPhaseId(first, newest.plan)
  if (newest.plan.phases.some((phase) => phase.id === id)) return { found: newest, phase: first }
  return { found: await findRun(terminal, named) }
}

/** Explains why a run cannot be read. */
const problemOf = (runId: string, error: unknown): string => {
  if (AmeliaError.is(error)) return error.message
  return `Run ${runId} cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

/** Chooses the run whose id starts with `wanted`. Throws a usage error that lists the existing runs. */
export const chooseRun = <Listed extends { runId: string }>(
  runs: readonly Listed[],
  wanted: string,
): Listed => {
  const known = runs.length === 0 ? 'This repository has no runs.' : `Runs of this repository: ${some(runs)}.`
  // Every id starts with an empty text, such as the value of an unset variable.
  if (wanted === '') throw usageError('The id of the run is empty.', known)
  const matching = runs.filter(({ runId }) => runId.startsWith(wanted))
  const exact = matching.find(({ runId }) => runId === wanted)
  const [first] = exact === undefined ? matching : [exact]
  if (first !== undefined && (exact !== undefined || matching.length === 1)) return first
  const name = words.plainLabel(wanted)
  if (first !== undefined)
    throw usageError(`Several runs start with "${name}".`, `They are: ${some(matching)}.`)
  throw usageError(`Run "${name}" not found.`, known)
}

/** Lists the ids of the five newest runs, and the number of others. */
const some = (runs: readonly { runId: string }[]): string => {
  const names = runs.slice(0, 5).map(({ runId }) => runId)
  return `${names.join(', ')}${runs.length > 5 ? ` and ${runs.length - 5} more` : ''}`
}
