import { concernsOf } from '../../machine/state/attempt.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { splitWorkWords, type WorkWords } from '../../policy/answer/work-words.ts'

/**
 * Lists the words of the sessions that did a phase: their summaries, the work that they could not do and
 * their concerns. They are claims of agents, without secrets.
 */
export const listWords = ({ attempt }: Pick<FrozenPhase, 'attempt'>): WorkWords & { concerns: string[] } => {
  const words = [...attempt.said.values()].map(splitWorkWords)
  return {
    summary: words
      .map(({ summary }) => summary)
      .filter((summary) => summary !== '')
      .join('\n\n'),
    notDone: words.flatMap(({ notDone }) => notDone),
    concerns: concernsOf(attempt),
  }
}
