import type { Plan, PlanParserV1 } from '@amelia/core'
import { words, nearestName } from '@amelia/core/view'
import type { PlanLoss, WrittenPlan } from '@amelia/core/plugin'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { callParser } from './call-parser.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { noteUnreadParsers } from '../../document/note-unread-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../../document/read-plan-file.ts'
import { readingFlags } from '../../document/reading-flags.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { ConvertOutput } from '../../document/json/convert-output.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { writeNewFile } from '../../document/write-new-file.ts'

/** Options of `amelia convert`. */
export interface ConvertOptions extends PlanReading {
  to: string
  out?: string
  json?: boolean
}

/** Places of one kind of loss that the text output shows. */
const mostPlaces = 5

/**
 * Converts a plan to another format, on stdout or in a new file, and lists what that format cannot express:
 * with `--json` every place, otherwise the first five of each kind.
 */
export const convertCommand = async (
  terminal: Terminal,
  paths: readonly string[],
  options: ConvertOptions,
): Promise<number> => {
  noteUnreadParsers(terminal, options)
  const writers = planParsers(options).filter(({ write }) => write !== undefined)
  const writer = writers.find(({ id }) => id === options.to)
  if (!writer) {
    const formats = writers.map(({ id }) => id)
    const near = nearestName(options.to, formats)
    throw usageError(
      `Cannot write plans in the format "${options.to}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
      `Formats: ${formats.join(', ')}.`,
    )
  }
  const file = await readPlanFile(paths, options)
  const { plan, ok } = file.check
  if (!ok || plan === undefined) {
    printIssues(terminal, file, { flags: readingFlags(options) })
    return exitCode.usage
  }
  const { text, losses } = write(writer, plan, options)
  if (options.out !== undefined) await writeNewFile(options.out, text)
  if (options.json === true) {
    const written = options.out === undefined ? { text } : { file: options.out }
    const output: ConvertOutput = { format: file.check.format, to: options.to, ...written, losses }
    terminal.out(`${JSON.stringify(output, null, 2)}\n`)
    return exitCode.completed
  }
  if (options.out === undefined) terminal.out(text)
  if (losses.length > 0) {
    printNote(terminal, `${terminal.paintError('Lost', 'warn')} in the format ${options.to}:\n`)
    for (const loss of losses) printNote(terminal, `  ${words.plainLabel(sentence(loss))}\n`)
    if (losses.some(({ places }) => places.length > mostPlaces))
      printNote(
        terminal,
        `Every place: amelia convert ${paths.map(quoteArgument).join(' ')} --to ${options.to}${readingFlags(options)} --json\n`,
      )
  }
  if (options.out !== undefined) printNote(terminal, `Written: ${words.plainLabel(options.out)}\n`)
  return exitCode.completed
}

const write = (writer: PlanParserV1, plan: Plan, options: ConvertOptions): WrittenPlan =>
  callParser<WrittenPlan>(writer, options, {
    name: 'write',
    expected: 'an object with `text` and `losses`',
    isValid: (written) =>
      typeof written?.text === 'string' &&
      Array.isArray(written.losses) &&
      written.losses.every((loss) => typeof loss?.what === 'string' && Array.isArray(loss.places)),
    call: () => writer.write!(plan),
  })

const sentence = ({ what, places }: PlanLoss): string => {
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : ''
  const shown = places.length === 0 ? '' : `: ${places.slice(0, mostPlaces).join(', ')}${more}`
  return `${what[0]?.toUpperCase()}${what.slice(1)}${shown}.`
}
