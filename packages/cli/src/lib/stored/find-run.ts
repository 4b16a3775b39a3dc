import { AmeliaError, type Host, plainLabel, readRun, type StoredRun } from '@amelia/core'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'

/** A run that was found. */
export interface FoundRun extends StoredRun {
  runId: string
  /** Whether a living process has it. */
  held: boolean
}

/** The parts of a host that finding a run needs. */
export type RunHost = Pick<Host, 'store' | 'clock'>

/** How long reading a run that nobody named may take, in milliseconds. */
export const readLimitMs = 2_000

export interface FindRunOptions extends RunHost {
  /** Id, or the beginning of exactly one. Default: the newest. */
  wanted?: string | undefined
  /** Without an id: only a run that can go on. */
  unfinished?: boolean
}

/**
 * The run that the user means. Without an id, a run that cannot be read within {@link readLimitMs} is reported and passed over.
 *
 * Throws a usage error that names the runs that exist, and what `readRun` throws for the one that was named, which has no limit.
 */
export const findRun = async (terminal: Terminal, options: FindRunOptions): Promise<FoundRun> => {
  const { store, clock, wanted, unfinished = false } = options
  const runs = await store.list()
  if (wanted !== undefined) {
    const { runId, held } = chooseRun(runs, wanted)
    return { ...(await readRun({ store, runId, now: clock.now() })), runId, held }
  }
  for (const { runId, held } of runs) {
    try {
      const found = await readRun({ store, runId, now: clock.now(), limit: { clock, ms: readLimitMs } })
      if (found.canGoOn || !unfinished) return { ...found, runId, held }
    } catch (error) {
      // A run that cannot be read, for whatever reason, keeps no other from being found, and is reported.
      terminal.error(`${terminal.paintError('warning:', 'warn')} ${plainLabel(problemOf(runId, error))}\n`)
    }
  }
  throw usageError(
    unfinished ? 'There is no run to go on with.' : 'There is no run in this repository.',
    'Begin one: amelia run PLAN. Another repository is named with --repo DIR.',
  )
}

/** Why a run cannot be read. */
export const problemOf = (runId: string, error: unknown): string => {
  if (AmeliaError.is(error)) return error.message
  return `Run ${runId} cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

/** The one whose id begins so. Throws a usage error that names what there is. */
export const chooseRun = <Listed extends { runId: string }>(
  runs: readonly Listed[],
  wanted: string,
): Listed => {
  const fitting = runs.filter(({ runId }) => runId.startsWith(wanted))
  const exact = fitting.find(({ runId }) => runId === wanted)
  const [first] = exact === undefined ? fitting : [exact]
  if (first !== undefined && (exact !== undefined || fitting.length === 1)) return first
  const name = plainLabel(wanted)
  if (first !== undefined) throw usageError(`Several runs begin with "${name}".`, `One of: ${some(fitting)}.`)
  const known = runs.length === 0 ? 'There is none in this repository.' : `There are: ${some(runs)}.`
  throw usageError(`There is no run "${name}".`, known)
}

/** The newest, by name. */
const some = (runs: readonly { runId: string }[]): string => {
  const names = runs.slice(0, 5).map(({ runId }) => runId)
  return [...names, ...(runs.length > 5 ? [`${runs.length - 5} more`] : [])].join(', ')
}
