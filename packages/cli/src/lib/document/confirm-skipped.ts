import { words } from '@amelia/core/view'
import { placeOfLine } from './place-of-issue.ts'
import type { PlanFile } from './read-plan-file.ts'
import { askYesNo } from '../terminal/ask-yes-no.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import { exitCode } from '../terminal/exit-code.ts'
import type { Terminal } from '../terminal/terminal.ts'

const mostLines = 20

/** Flags that decide about work that a plan's reader skipped. */
export interface SkippedFlags {
  /** Whether to run the plan without the work that was skipped. */
  acceptSkipped?: boolean
}

/** Returns the work of a plan that its reader skipped. */
export const skippedWork = ({
  reading,
}: Pick<PlanFile['check'], 'reading'>): { line: number; text: string }[] =>
  (reading?.skipped ?? []).flatMap(({ work, line, text }) => (work ? [{ line, text }] : []))

/**
 * Lists the work of a plan that was not read, and asks whether to run the rest. Returns an exit code if it
 * does not run: nobody can be asked, or a person refused.
 */
export const confirmSkipped = async (
  terminal: Terminal,
  file: PlanFile,
  { acceptSkipped, attended }: SkippedFlags & { attended: boolean },
): Promise<number | undefined> => {
  const skipped = skippedWork(file.check)
  if (skipped.length === 0 || acceptSkipped === true) return undefined
  const { paintError: paint } = terminal
  const count = skipped.length === 1 ? '1 line looks' : `${skipped.length} lines look`
  terminal.error(`${paint(`${count} like work, and will not run:`, 'warn')}\n`)
  for (const { line, text } of skipped.slice(0, mostLines)) {
    const { path, line: at } = placeOfLine(file, line)
    terminal.error(`  ${words.plainLabel(path)}:${at}: ${words.plainLabel(text)}\n`)
  }
  if (skipped.length > mostLines) terminal.error(`  and ${skipped.length - mostLines} more.\n`)
  if (file.only)
    terminal.error(`To have an agent rewrite the plan: amelia plan --from ${quoteArgument(file.only.path)}\n`)
  if (!attended) {
    terminal.error('Nothing was started. Change these lines, or add --accept-skipped to run the rest.\n')
    return exitCode.waiting
  }
  if (await askYesNo(terminal, 'Run the plan without them?')) return undefined
  terminal.error('Nothing was started.\n')
  return exitCode.cancelled
}
