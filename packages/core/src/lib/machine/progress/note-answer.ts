import type { GateChoice, GateView } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'

const mostAnswers = 20
const mostCharacters = 300

/** Keeps an answer among the last ones of its phases, or of the run if the gate belongs to no phase. */
export const noteAnswer = (
  { ending, phases, graph }: RunState,
  { question, phaseIds }: Pick<GateView, 'question' | 'phaseIds'>,
  choice: GateChoice,
): void => {
  const given = phaseIds.map((id) => phases[graph.index.get(id)!]!.answers)
  for (const answers of given.length === 0 ? [ending.answers] : given) {
    answers.push({ question: question.slice(0, mostCharacters), choice })
    if (answers.length > mostAnswers) answers.shift()
  }
}
