import { oneLine } from '../../text/one-line.ts'

/** Puts a title, or another text of a plan, on one line of limited length. The full one is in the plan. */
export const cutTitle = (text: string, most = 100): string => {
  const line = oneLine(text)
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** Names a plan by its goal or its title, if it has one, on one line. */
export const describePlan = ({ goal, title }: { goal: string; title: string }): string => {
  const name = cutTitle(goal || title, 300)
  return name === '' ? 'a development plan.' : `a development plan: ${name}`
}
