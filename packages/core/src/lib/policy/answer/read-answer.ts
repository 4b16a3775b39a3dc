import { findJson } from './find-json.ts'

/** What was read, or in a sentence why nothing was. */
export type Reading<Answer> = { answer: Answer } | { problem: string }

/**
 * What an agent answered, read by `read`: its structured output, or without one the only readable answer in
 * its text, found as `findJson` does.
 *
 * Two that can be read are none: one of them may be quoted from what was reviewed.
 */
export const readAnswer = <Answer>(
  { output, text, lines = false }: { output?: unknown; text: string; lines?: boolean },
  read: (value: unknown) => Reading<Answer>,
): Reading<Answer> => {
  if (output !== undefined && output !== null) return read(output)
  const readings = findJson(text, { lines }).map(read)
  const readable = readings.filter((reading) => 'answer' in reading)
  if (readable.length > 1) return { problem: `There are ${readable.length} answers where one is expected.` }
  return readable[0] ?? readings.at(-1) ?? read(undefined)
}
