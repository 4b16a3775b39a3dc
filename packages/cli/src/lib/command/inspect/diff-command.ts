import { words } from '@amelia/core/view'
import { checkCommits, type DiffRange, phaseRange } from '@amelia/core/machine'
import { checkFolder } from '../../stored/check-folder.ts'
import { findPhase } from '../../stored/find-phase.ts'
import { findRunAndPhase, type RunWords } from '../../stored/find-run.ts'
import { howToShow } from '../../stored/next-steps.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { printDiff } from './print-diff.ts'

export interface DiffOptions extends RunPlace {
  /** Lists the changed files with their numbers of lines, without the changes. */
  stat?: boolean
  /** Prints control characters as they are. */
  raw?: boolean
}

/** Shows the changes of a run or of one of its phases with `git diff`. */
export const diffCommand = async (
  terminal: Terminal,
  named: RunWords,
  { repo, database, stat, raw }: DiffOptions,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const { store, clock, git } = await openHost(place)
  const { found, phase: name } = await findRunAndPhase(terminal, { store, clock, words: named })
  const { runId, report } = found
  const phase = name === undefined ? undefined : findPhase(found, name, place)
  const range: DiffRange | undefined =
    phase === undefined ? { from: report.base, to: report.head } : await phaseRange(git, runId, phase)
  if (range === undefined)
    throw usageError(
      `Phase ${words.plainLabel(phase?.id ?? '')} has no commit: its status is ${phase?.status}.`,
      `To see the run: ${howToShow(runId, place)}`,
    )
  if (range.attempt !== undefined)
    printNote(
      terminal,
      `${terminal.paintError('note:', 'warn')} Phase ${words.plainLabel(phase?.id ?? '')} is not integrated: this is the commit of attempt ${range.attempt}.\n`,
    )
  await checkCommits(git, runId, range)
  const argv = [...(stat === true ? ['--stat'] : []), range.from, range.to, '--']
  const { ok, hidden } = await printDiff(terminal, { repo, argv, raw: raw === true })
  if (hidden > 0)
    printNote(
      terminal,
      `${terminal.paintError('note:', 'warn')} ${hidden === 1 ? 'A control character is' : `${hidden} control characters are`} shown as codes such as <U+001B>. --raw prints them as they are.\n`,
    )
  return ok ? exitCode.completed : exitCode.failed
}
