import { stripAnsi } from './strip-ansi.ts'

const limit = 200

/** Returns the first line of a text that is not blank, at most 200 characters, without control sequences. */
export const firstLine = (text: string): string => {
  const start = stripAnsi(text.slice(0, 4_000)).trim()
  const end = start.indexOf('\n')
  const line = (end < 0 ? start : start.slice(0, end)).trim()
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}
