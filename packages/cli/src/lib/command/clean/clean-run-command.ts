import { cleanRun, type Host, readRun } from '@amelia/core'
import { plural } from '../../terminal/plural.ts'
import { printNote } from '../../terminal/print-note.ts'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { chooseRun } from '../../stored/find-run.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { openShared } from '../cluster/open-cluster.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

type CleanedRun = Awaited<ReturnType<typeof cleanRun>>

/** Options of `amelia clean RUN`. */
export interface CleanRunOptions extends RunPlace {
  attempts?: boolean
  transcripts?: boolean
  /** The repository that the machines of the run share. */
  remote?: string
  /** Does not ask. */
  yes?: boolean
}

/**
 * Deletes the workspaces and temporary refs of a finished run. Keeps refs whose commits nothing else reaches,
 * unless `attempts` is set, and transcripts unless `transcripts` is set.
 */
export const cleanRunCommand = async (
  terminal: Terminal,
  wanted: string,
  options: CleanRunOptions,
  given?: Host,
): Promise<number> => {
  const { repo, database, remote, attempts = false, transcripts = false, yes } = options
  await checkFolder(repo)
  const own = given ?? (await openHost({ repo, database }))
  const { runId } = chooseRun(await own.store.list(), wanted)
  const question = `Delete the commits of attempts of run ${runId}, which nothing else reaches?`
  if (attempts && yes !== true && terminal.attended && !(await askYesNo(terminal, question))) {
    printNote(terminal, 'Nothing was changed.\n')
    return exitCode.cancelled
  }
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

const describeFiles = ({ removed, kept }: CleanedRun['transcripts']): string => {
  if (removed > 0) return ` Deleted ${files(removed)}.`
  return kept === 0 ? '' : ` Kept ${files(kept)}; --transcripts deletes them.`
}

const files = (count: number): string => `${plural(count, 'file')} of transcripts`
