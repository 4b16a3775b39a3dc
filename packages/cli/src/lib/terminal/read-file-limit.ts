import { printNote } from './print-note.ts'
import type { Terminal } from './terminal.ts'
import { usageError } from './usage-error.ts'

/** Files that a process opens at once to load the code of a run: between 80 and 100 when measured. */
const toLoad = 100

/** Pipes of one phase and of its git processes: at most 2.5 when measured with 60 phases at once. */
const perPhase = 4

/** Returns how many files this process may have open; undefined without a limit. */
export const readFileLimit = (): number | undefined => {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** Throws a usage error if the limit of open files is too low to load the code of a run. */
export const refuseFewFiles = (limit = readFileLimit()): void => {
  if (limit !== undefined && limit < toLoad)
    throw usageError(
      `A run needs a limit of at least ${toLoad} open files, and ${perPhase} more for each phase at once; the limit is ${limit}.`,
      'Raise the limit: ulimit -n 4096',
    )
}

/** Warns if a run with this many phases at once may reach the limit of open files. */
export const warnOfFewFiles = (
  terminal: Pick<Terminal, 'error' | 'quiet'>,
  phases: number,
  limit = readFileLimit(),
): void => {
  const needed = toLoad + phases * perPhase
  if (limit === undefined || limit >= needed) return
  const fits = Math.max(1, Math.floor((limit - toLoad) / perPhase))
  printNote(
    terminal,
    `warning: ${phases} phases at once may need ${needed} open files; the limit is ${limit}. Raise it (ulimit -n 4096), or use --concurrency ${fits}.\n`,
  )
}
