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

/** The mark of a title: a question waits, or the run ended well or badly. */
export type TitleMark = 'asks' | 'good' | 'bad'

/** Returns the mark of a run for the icon of its page. Undefined while it needs nobody. */
export const markOf = (
  condition: Pick<RunCondition, 'state' | 'status'> | undefined,
  questions: number,
): TitleMark | undefined => {
  if (questions > 0) return 'asks'
  if (condition?.state === 'interrupted') return 'bad'
  if (condition?.state !== 'ended') return undefined
  return words.statusKind(condition.status) === 'done' ? 'good' : 'bad'
}
