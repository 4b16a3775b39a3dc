import type { PlanIssue } from '@amelia/core'
import { words } from '@amelia/core/view'
import { formatIssue } from '../../document/format-issue.ts'
import { writeNewFile } from '../../document/write-new-file.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** A plan and its issues. */
export interface OutputPlan {
  text: string
  issues: readonly PlanIssue[]
}

/**
 * Outputs a plan to stdout, or to a new file, and its issues to stderr. A plan whose file cannot be written
 * goes to stdout before the error is thrown, because an agent was paid for it.
 */
export const outputPlan = async (
  terminal: Terminal,
  { text, issues }: OutputPlan,
  out: string | undefined,
): Promise<void> => {
  if (out === undefined) terminal.out(text)
  else
    await writeNewFile(out, text).catch((error: unknown) => {
      terminal.out(text)
      throw error
    })
  const { columns, paintError: paint } = terminal
  for (const issue of issues.filter(({ severity }) => severity === 'error' || !terminal.quiet))
    terminal.error(formatIssue(issue, { path: out ?? 'the plan', lines: text.split('\n'), columns, paint }))
  if (out !== undefined) printNote(terminal, `Written: ${words.plainLabel(out)}.\n`)
}
