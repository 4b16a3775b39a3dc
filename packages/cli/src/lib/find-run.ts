import { AmeliaError, plainLabel, readRun, type RunStoreV1, type StoredRun } from '@amelia/core'
import type { Terminal } from './terminal.ts'
import { usageError } from './usage-error.ts'

/** A run that was found. */
export interface FoundRun extends StoredRun {
  runId: string
  /** Whether a living process has it. */
  held: boolean
}

export interface FindRunOptions {
  store: RunStoreV1
  /** Milliseconds since 1970. */
  now: number
  /** Id, or the beginning of exactly one. Default: the newest. */
  wanted?: string | undefined
  /** Without an id: only a run that can go on. */
  unfinished?: boolean
}

/** The run that the user means. Throws a usage error that names what there is, and what `readRun` throws of the one that was named. */
export const findRun = async (terminal: Terminal, options: FindRunOptions): Promise<FoundRun> => {
  const { store, now, wanted, unfinished = false } = options
  const runs = await store.list()
  if (wanted !== undefined) {
    const { runId, held } = chooseRun(runs, wanted)
    return { ...(await readRun({ store, runId, now })), runId, held }
  }
  for (const { runId, held } of runs) {
    try {
      const found = await readRun({ store, runId, now })
      if (found.canGoOn || !unfinished) return { ...found, runId, held }
    } catch (error) {
      if (!AmeliaError.is(error)) throw error
      // One that nobody can read keeps no other from being found, and is not passed over in silence.
      terminal.error(`${terminal.paintError('warning:', 'warn')} ${plainLabel(error.message)}\n`)
    }
  }
  throw usageError(
    unfinished ? 'There is no run to go on with.' : 'There is no run in this repository.',
    'Begin one: amelia run PLAN. Another repository is named with --repo DIR.',
  )
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
