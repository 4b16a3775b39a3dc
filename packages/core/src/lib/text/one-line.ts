import { stripAnsi } from './strip-ansi.ts'

/** What a title or a goal may take in a prompt, in characters. */
const maxLine = 200

/** A line of the plan inside one of ours: it begins no line of its own. */
export const oneLine = (text: string): string => {
  const line = stripAnsi(text).split(/\s+/).join(' ').trim()
  return line.length > maxLine ? `${line.slice(0, maxLine)} ...` : line
}
