import { type RunCondition, words } from '@amelia/core/view'

/** Returns the title of a page that shows a run: its questions without an answer, its state and its name. */
export const titleOf = (
  name: string | undefined,
  condition: RunCondition | undefined,
  questions: number,
): string => {
  if (name === undefined || !condition) return 'Amelia'
  const asked = questions > 0 ? `(${questions}) ` : ''
  return `${asked}${words.statusWord(condition.status)}: ${words.plainLabel(name)}`
}
