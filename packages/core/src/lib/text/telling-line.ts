import { firstLine } from './first-line.ts'
import { stripAnsi } from './strip-ansi.ts'

/** A line that names an error, or what was not found. */
export const telling =
  /(?:Error|Exception)(?: \[\w{1,80}\])?: \S|Cannot find |Failed to (?:load|resolve) |No module named /

/** Returns the line of a test runner's message that names an error, or else its first line. */
export const tellingLine = (message: string): string => {
  const lines = stripAnsi(message).split('\n')
  const line = lines.find((text) => telling.test(text))
  // pytest marks the lines of an error.
  return line === undefined ? firstLine(message) : firstLine(line.replace(/^E\s{1,8}/, ''))
}
