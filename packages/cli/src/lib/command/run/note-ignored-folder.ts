import { words } from '@amelia/core/view'
import type { GitBackendV1 } from '@amelia/core/plugin'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** The folder of all runs, and a file as a run commits it. */
const folder = 'docs/amelia'
const sample = `${folder}/run/plan.md`

/** Prints one line if git ignores the folder in which runs commit their plans and reports. */
export const noteIgnoredFolder = async (
  terminal: Terminal,
  git: Pick<GitBackendV1, 'findIgnored'>,
): Promise<void> => {
  const [found] = (await git.findIgnored?.(null, [sample])) ?? []
  if (found === undefined) return
  const rule = words.plainLabel(`${found.source}:${found.line}: ${found.pattern}`)
  printNote(
    terminal,
    `note: Git ignores ${folder} (${rule}); the run commits its plan, summaries and report there all the same. --no-artifacts leaves them out.\n`,
  )
}
