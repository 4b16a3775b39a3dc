import { cleanRun, cleanRuns, type Host, readRun } from '@amelia/core'
import { words } from '@amelia/core/view'
import { plural } from '../../terminal/plural.ts'
import { printNote } from '../../terminal/print-note.ts'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { chooseRun, findRun } from '../../stored/find-run.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { openShared } from '../cluster/open-cluster.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

type CleanedRun = Awaited<ReturnType<typeof cleanRun>>

export interface CleanOptions extends RunPlace {
  attempts?: boolean
  transcripts?: boolean
  /** The repository that the machines of the runs share. */
  remote?: string
  /** Cleans all runs of at least this age, in milliseconds. */
  olderThan?: number
  label?: Record<string, string>
  /** Does not ask. */
  yes?: boolean
}

/**
 * Deletes the workspaces and temporary refs of a finished run. Keeps refs whose commits nothing else reaches,
 * unless `attempts` is set, and transcripts unless `transcripts` is set.
 */
export const cleanCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  options: CleanOptions,
  given?: Host,
): Promise<number> => {
  const { repo, database, remote, attempts = false, transcripts = false, olderThan, label, yes } = options
  await checkFolder(repo)
  const own = given ?? (await openHost({ repo, database }))
  if (olderThan === undefined && label !== undefined)
    throw usageError(
      '--label needs --older-than.',
      'For instance: amelia clean --older-than 14d --label team=a',
    )
  const mayDelete = async (whose: string): Promise<boolean> =>
    !attempts ||
    yes === true ||
    !terminal.attended ||
    askYesNo(terminal, `Delete the commits of attempts of ${whose}, which nothing else reaches?`)
  if (olderThan !== undefined) {
    if (wanted !== undefined)
      throw usageError('--older-than cleans all old runs.', 'Leave out the run, or --older-than.')
    if (!(await mayDelete('all these runs'))) return unchanged(terminal)
    const labels = label && { labels: label }
    const host = await openShared(own, { isShared: false, repo, remote })
    terminal.out(describeAll(await cleanRuns({ host, olderThan, attempts, transcripts, ...labels })))
    return exitCode.completed
  }
  const { runId } =
    wanted === undefined ? await findRun(terminal, own) : chooseRun(await own.store.list(), wanted)
  if (!(await mayDelete(`run ${runId}`))) return unchanged(terminal)
  const { isShared } = await readRun({ host: own, runId }).catch(() => ({ isShared: false }))
  const host = await openShared(own, { isShared, repo, remote })
  const { removed, kept, deleted, ...files } = await cleanRun({ host, runId, attempts, transcripts })
  if (deleted) {
    terminal.out(`Deleted run ${runId}: it had never started.\n`)
    return exitCode.completed
  }
  const rest =
    kept.length === 0
      ? ''
      : ` Kept ${plural(kept.length, 'ref')} that nothing else reaches${attempts ? '' : '; --attempts deletes the refs of attempts'}.`
  const done = `Cleaned run ${runId}: deleted its workspaces and ${plural(removed.length, 'ref')}.${rest}${describeFiles(files.transcripts)} Kept its journal.`
  terminal.out(`${wrapSentences(terminal, done).join('\n')}\n`)
  return exitCode.completed
}

const unchanged = (terminal: Terminal): number => {
  printNote(terminal, 'Nothing was changed.\n')
  return exitCode.cancelled
}

const describeAll = (runs: Awaited<ReturnType<typeof cleanRuns>>): string =>
  runs.length === 0
    ? 'No runs of that age.\n'
    : runs
        .map((run) =>
          run.outcome === 'cleaned'
            ? `${run.runId}  ${run.cleaned.deleted ? 'deleted: it had never started' : `cleaned: deleted its workspaces and ${plural(run.cleaned.removed.length, 'ref')}`}\n`
            : `${run.runId}  kept: ${words.plainLabel(run.reason)}\n`,
        )
        .join('')

const describeFiles = ({ removed, kept }: CleanedRun['transcripts']): string => {
  if (removed > 0) return ` Deleted ${files(removed)}.`
  return kept === 0 ? '' : ` Kept ${files(kept)}; --transcripts deletes them.`
}

const files = (count: number): string => `${plural(count, 'file')} of transcripts`
