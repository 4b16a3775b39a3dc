import type { PlanParserV1 } from '../contract/plan-parser.ts'
import type { PlanPart } from '../plan/source/plan-source.ts'
import { chooseReader } from './choose-reader.ts'
import { describeThrown, type Reader } from './run-parser.ts'

type Choice = ReturnType<typeof chooseReader>

/**
 * Chooses how to read the files of a plan. Several files with work need a parser that reads them together; of
 * one with context, `text` is the text to read.
 */
export const chooseForParts = (
  parts: readonly PlanPart[],
  options: { parsers: readonly PlanParserV1[]; format?: string | undefined },
): Exclude<Choice, Reader> | (Reader & { text?: string }) => {
  const { parsers, format } = options
  for (const parser of parts[0]?.path ? parsers : []) {
    const { id } = parser
    try {
      const result = (format ?? id) === id && parser.parseFiles?.(parts)
      if (result) return { id, parse: () => result, ...marksOf(parser) }
    } catch (error) {
      return { code: 'PLAN_SYNTAX', message: describeThrown(parser, error) }
    }
  }
  const works = parts.filter(({ context }) => !context)
  const [own, other] = works
  if (!own || other) {
    const names = works.map(({ path }) => path).join(', ')
    const message = `No format has these files as one plan: ${names}. Choose one of them.`
    return { code: 'FORMAT_UNKNOWN', message }
  }
  const chosen = chooseReader(own.text, options)
  if ('code' in chosen) return chosen
  // The parser may be an instance of a class, so it is not spread.
  return { id: chosen.id, parse: (source) => chosen.parse(source), ...marksOf(chosen), text: own.text }
}

const marksOf = (reader: Reader): Pick<Reader, 'findMarks'> =>
  reader.findMarks ? { findMarks: (...given) => reader.findMarks?.(...given) ?? [] } : {}
