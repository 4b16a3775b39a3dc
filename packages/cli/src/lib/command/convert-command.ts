import { nearestName, plainLabel } from '@amelia/core'
import { exitCode } from '../terminal/exit-code.ts'
import { planParsers } from '../document/plan-parsers.ts'
import { printIssues } from '../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../document/read-plan-file.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { writeNewFile } from '../document/write-new-file.ts'

/** What the user gave `convert` besides the plan. */
export interface ConvertOptions extends PlanReading {
  to: string
  out?: string
}

/** The formats that plans can be written in. */
export const writtenFormats = (): string[] => planParsers().flatMap(({ id, write }) => (write ? [id] : []))

/** Writes a plan in another format, to stdout or to a new file, and says what that format cannot say. */
export const convertCommand = async (
  terminal: Terminal,
  path: string,
  options: ConvertOptions,
): Promise<number> => {
  const writer = planParsers().find(({ id }) => id === options.to)
  if (!writer?.write) {
    const near = nearestName(options.to, writtenFormats())
    throw usageError(
      `No plan can be written in the format "${options.to}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
      `Formats: ${writtenFormats().join(', ')}.`,
    )
  }
  const file = await readPlanFile(path, options)
  const { plan, ok } = file.check
  if (!ok || plan === undefined) {
    printIssues(terminal, file)
    return exitCode.usage
  }
  const { text, losses } = writer.write(plan)
  if (options.out === undefined) terminal.out(text)
  else await writeNewFile(options.out, text)
  if (losses.length > 0) {
    terminal.error(`${terminal.paintError('Not the same', 'warn')} when it is read as ${options.to}:\n`)
    for (const loss of losses) terminal.error(`  ${plainLabel(loss)}\n`)
  }
  if (options.out !== undefined) terminal.error(`Written: ${plainLabel(options.out)}\n`)
  return exitCode.completed
}
