import type { RunView } from '@amelia/core'
import { type RunCondition, words } from '@amelia/core/view'

/** Returns the title of a page that shows a run: its questions without an answer, its state and its goal. */
export const titleOf = (
  report: Pick<RunView['report'], 'goal'> | undefined,
  condition: RunCondition | undefined,
  questions: number,
): string => {
  if (!report || !condition) return 'Amelia'
  const asked = questions > 0 ? `(${questions}) ` : ''
  return `${asked}${words.statusWord(condition.status)}: ${words.plainLabel(report.goal)}`
}
