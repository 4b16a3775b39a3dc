import { findJson } from './find-json.ts'

/** An answer, or the reason why none could be read, in a sentence. */
export type Reading<Answer> = { answer: Answer } | { problem: string }

/**
 * Reads an agent's answer with `read`: its structured output, or else the only readable answer that
 * `findJson` finds in its text.
 *
 * Two readable answers count as none, because one may be a quotation of the reviewed text.
 */
export const readAnswer = <Answer>(
  { output, text, lines = false }: { output?: unknown; text: string; lines?: boolean },
  read: (value: unknown) => Reading<Answer>,
): Reading<Answer> => {
  if (output !== undefined && output !== null) return read(output)
  const readings = findJson(text, { lines }).map((found) => read(found))
  const readable = readings.filter((reading) => 'answer' in reading)
  if (readable.length > 1) return { problem: `There are ${readable.length} answers where one is expected.` }
  return readable[0] ?? readings.at(-1) ?? read(undefined)
}
