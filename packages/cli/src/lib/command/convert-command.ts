import { plainLabel } from '@amelia/core'
import { nearestName } from '@amelia/core/plugin'
import { exitCode } from '../terminal/exit-code.ts'
import { planParsers } from '../document/plan-parsers.ts'
import { printIssues } from '../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../document/read-plan-file.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { writeNewFile } from '../document/write-new-file.ts'

/** Options of `amelia convert`. */
export interface ConvertOptions extends PlanReading {
  to: string
  out?: string
}

/** Lists the formats that can be written. */
export const writtenFormats = (): string[] => planParsers().flatMap(({ id, write }) => (write ? [id] : []))

/**
 * Converts a plan to another format, on stdout or in a new file, and lists what that format cannot express.
 */
export const convertCommand = async (
  terminal: Terminal,
  path: string,
  options: ConvertOptions,
): Promise<number> => {
  const writer = planParsers().find(({ id }) => id === options.to)
  if (!writer?.write) {
    const near = nearestName(options.to, writtenFormats())
    throw usageError(
      `Cannot write plans in the format "${options.to}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
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
    terminal.error(`${terminal.paintError('Lost', 'warn')} in the format ${options.to}:\n`)
    for (const loss of losses) terminal.error(`  ${plainLabel(loss)}\n`)
  }
  if (options.out !== undefined) terminal.error(`Written: ${plainLabel(options.out)}\n`)
  return exitCode.completed
}
