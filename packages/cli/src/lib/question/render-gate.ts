import { type Paint, plainLabel, wrapText } from '@amelia/core'
import type { GateKey } from './gate-keys.ts'

/** What of a gate is shown. */
export interface GateText {
  question: string
  details: readonly string[]
  suggestions: readonly string[]
}

/** Lines after which the question is said once more. */
const longGate = 15

/** A question at the terminal, whole: who agrees to something has seen all of it. */
export const renderGate = (
  { question, details, suggestions }: GateText,
  keys: readonly GateKey[],
  { columns, paint }: { columns: number; paint: Paint },
): string => {
  const width = Math.min(columns, 100)
  const indented = (text: string): string[] =>
    wrapText(plainLabel(text), width - 2).map((line) => `  ${line}`)
  const asked = wrapText(`? ${plainLabel(question)}`, width).map((line) => paint(line, 'strong'))
  const facts = details.flatMap(indented)
  return `${[
    '',
    ...asked,
    ...facts,
    ...suggestions.flatMap((suggestion) => indented(`Suggestion: ${suggestion}`)),
    // What is asked has scrolled away by now.
    ...(facts.length > longGate ? asked : []),
    ...wrapText(
      keys
        .map(({ label }) => label)
        .join('  ')
        .replaceAll('  ', ' '),
      width,
    ).map((line) => paint(line, 'warn')),
  ].join('\n')}\n`
}
