import { stripAnsi } from './strip-ansi.ts'

/** The most characters of a title or a goal in a prompt. */
const maxLine = 200

/** Joins a text of the plan into one line, so that it cannot start a line of the prompt. */
export const oneLine = (text: string): string => {
  const line = stripAnsi(text).split(/\s+/).join(' ').trim()
  return line.length > maxLine ? `${line.slice(0, maxLine)} …` : line
}
