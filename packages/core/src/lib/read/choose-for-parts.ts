import type { PlanParserV1 } from '../contract/plan-parser.ts'
import type { PlanPart } from '../plan/source/plan-source.ts'
import { chooseReader } from './choose-reader.ts'
import type { Reader } from './run-parser.ts'

type Choice = ReturnType<typeof chooseReader>

/**
 * Chooses how to read the files of a plan. Several files with work need a parser that reads them together; of
 * one with context, `text` is the text to read.
 */
export const chooseForParts = (
  parts: readonly PlanPart[],
  options: { parsers: readonly PlanParserV1[]; format?: string },
): Exclude<Choice, Reader> | (Reader & { text?: string }) => {
  const { parsers, format } = options
  for (const { id, parseFiles } of parts[0]?.path ? parsers : []) {
    try {
      const result = (format ?? id) === id && parseFiles?.(parts)
      if (result) return { id, parse: () => result }
    } catch {
      // As if the files were in another format.
    }
  }
  const [own, other] = parts.filter(({ context }) => !context)
  const message = 'No format has these files as one plan. Choose one of them.'
  if (!own || other) return { code: 'FORMAT_UNKNOWN', message }
  return { ...chooseReader(own.text, options), text: own.text }
}
