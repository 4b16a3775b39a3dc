import { words } from '@amelia/core/view'
import type { GitBackendV1 } from '@amelia/core/plugin'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** The folder of all runs, and files as a run commits them: a rule may name one of them. */
const folder = 'docs/amelia'
const samples = ['plan.md', 'report.md'].map((name) => `${folder}/run/${name}`)

/** Prints one line if git ignores the folder in which runs commit their plans and reports. */
export const noteIgnoredFolder = async (
  terminal: Terminal,
  git: Pick<GitBackendV1, 'findIgnored'>,
): Promise<void> => {
  const [found, ...others] = (await git.findIgnored?.(null, samples)) ?? []
  if (found === undefined || others.length + 1 < samples.length) return
  const rule = words.plainLabel(`${found.source}:${found.line}: ${found.pattern}`)
  printNote(
    terminal,
    `note: Git ignores ${folder} (${rule}); the run commits its plan, summaries and report there all the same. --no-artifacts leaves them out.\n`,
  )
}
