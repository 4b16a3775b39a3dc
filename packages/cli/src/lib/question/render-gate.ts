import type { GateChoice } from '@amelia/core'
import { type Paint, words, wrapContent } from '@amelia/core/view'
import { choiceKeys, phasesKey } from './choice-keys.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/** The parts of a gate that are shown. */
export interface GateText {
  question: string
  details: readonly string[]
  suggestions: readonly string[]
}

/** Details longer than this many lines are followed by the question again. */
const longGate = 15

/** Renders a question with all its details, so that nothing is approved unseen. */
export const renderGate = (
  { question, details, suggestions }: GateText,
  choices: readonly GateChoice[],
  { columns, paint, byPhase = false }: { columns: number; paint: Paint; byPhase?: boolean },
): string => {
  const width = Math.min(columns, 100)
  const asked = wrapText(`? ${words.plainLabel(question)}`, width).map((line) => paint(line, 'strong'))
  const facts = details.flatMap((text) => wrapContent(text, width))
  return `${[
    '',
    ...asked,
    ...facts,
    ...suggestions.flatMap((suggestion) => wrapContent(`Suggestion: ${suggestion}`, width)),
    // The question has scrolled out of view.
    ...(facts.length > longGate ? asked : []),
    // A key and its answer stay on one line.
    ...wrapText(
      [
        ...choices.map((choice) => `[${choiceKeys[choice]}]\u00a0${choice}`),
        ...(byPhase ? [`[${phasesKey}]\u00a0phases`] : []),
      ].join('  '),
      width,
    ).map((line) => paint(line.replaceAll('\u00a0', ' '), 'warn')),
  ].join('\n')}\n`
}
