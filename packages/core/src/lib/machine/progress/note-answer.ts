import type { GateAnswer, GateChoice, GateView } from '../../event/gate-view.ts'

const mostAnswers = 20
const mostCharacters = 300

/** Keeps an answer among the last ones. */
export const noteAnswer = (
  answers: GateAnswer[],
  { question }: Pick<GateView, 'question'>,
  choice: GateChoice,
): void => {
  answers.push({ question: question.slice(0, mostCharacters), choice })
  if (answers.length > mostAnswers) answers.shift()
}
