import { readRun, type RevertScope, revertRun } from '@amelia/core'
import { words } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { findRun } from '../../stored/find-run.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { openShared } from '../cluster/open-cluster.ts'
import { readBase } from '../../stored/read-base.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { notePushed } from '../pull/note-pushed.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface RevertOptions extends RunPlace {
  scope: RevertScope
  /** The repository that the machines of the run share. */
  remote?: string
  /** Does not ask. */
  yes?: boolean
}

/** Undoes a run, or its last batch, by restoring the target branch. */
export const revertCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  { repo, database, remote, scope, yes = false }: RevertOptions,
): Promise<number> => {
  await checkFolder(repo)
  // Nobody is asked which run is meant.
  if (wanted === undefined && !terminal.attended)
    throw usageError('amelia revert needs <run>.', 'To see the runs: amelia runs')
  const own = await openHost({ repo, database })
  const { runId, report, seq, isShared } = await findRun(terminal, { ...own, wanted })
  await refuseMerged(repo, runId)
  const host = await openShared(own, { isShared, repo, remote })
  const branch = words.plainLabel(report.target.replace('refs/heads/', ''))
  const what = `${scope === 'batch' ? 'the last batch of ' : ''}run ${runId}`
  if (
    (!yes || wanted === undefined) &&
    terminal.attended &&
    !(await askYesNo(terminal, `Take back ${what} from ${branch}?`))
  ) {
    printNote(terminal, 'Nothing was changed.\n')
    return exitCode.cancelled
  }
  const { reverted = false, targetNote, target, publish } = await revertRun({ host, runId, scope })
  const where =
    publish === 'message-only' ? 'Your checkout' : words.plainLabel(target.replace('refs/heads/', ''))
  const note = targetNote === undefined ? `${where} has nothing of the run.` : words.plainLabel(targetNote)
  // A revert that restores something is recorded.
  const wasReverted = reverted && (await readRun({ host, runId })).seq === seq
  if (wasReverted) return tellReverted(terminal, what, targetNote)
  const done = reverted ? `Reverted ${what}.` : `Stopped run ${runId} without restoring anything.`
  print(terminal, `${done} ${note}`)
  if (reverted && publish !== 'message-only') await notePushed(terminal, repo, branch)
  return reverted ? exitCode.completed : exitCode.failed
}

/** Throws a usage error for a run that `amelia merge` has merged: its own branch no longer exists. */
const refuseMerged = async (repo: string, runId: string): Promise<void> => {
  const { merged } = await readBase(repo, runId)
  if (!merged) return
  const into = words.plainLabel(merged.into)
  throw usageError(
    `Run ${runId} was merged into ${into}, which amelia revert does not change.`,
    `To undo the merge, if ${into} has had no other commits since: \`git reset --keep ${merged.from.slice(0, 7)}\` there`,
  )
}

/** Tells that an earlier revert left nothing to restore, and how to get the kept commits. */
const tellReverted = (terminal: Terminal, what: string, note = ''): number => {
  const [, command] = splitCommand(note)
  const kept = command === undefined ? '' : ' Its commits are kept. To get them back on a branch: '
  const name = what.charAt(0).toUpperCase() + what.slice(1)
  print(terminal, `${name} is already reverted: nothing is left to restore.${kept}${command ?? ''}`)
  return exitCode.failed
}

/** Splits a text before the command at its end. */
const splitCommand = (text: string): string[] => text.split(/(?<=:) (?=git )/)

/** Prints a text. A command at its end gets a line of its length, so that it can be copied. */
const print = (terminal: Terminal, told: string): void => {
  const [text = '', ...command] = splitCommand(told)
  const lines = [...wrapSentences(terminal, text), ...command.map((line) => `  ${line}`)]
  terminal.out(`${lines.join('\n')}\n`)
}
