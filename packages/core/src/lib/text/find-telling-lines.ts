import { telling } from './telling-line.ts'

/** Lines that are kept of an error: its message, what was expected, the head of its stack. */
export const blockLines = 10
/** Most errors of an output that are kept. */
export const maxBlocks = 3

/** A line that marks a failure without naming the error. */
const failing =
  /(?:Error|Exception)\b|\berror(?:\[\w{1,20}\]| TS\d{1,6})?:|\bassert|panicked at |^E\s{1,8}\S|^\s{0,8}(?:not ok|FAIL|--- FAIL:|[✖✗✘×●])\s/

/**
 * Finds where the errors of an output begin, most important first: the first, the last, and one more; where
 * none is named, the lines that mark a failure. Returns indexes of lines.
 */
export const findTellingLines = (lines: readonly string[]): number[] => {
  const named: number[] = []
  const marked: number[] = []
  lines.forEach((line, index) => {
    if (telling.test(line)) named.push(index)
    else if (failing.test(line)) marked.push(index)
  })
  const found = named.length > 0 ? named : marked
  const last = found.at(-1)
  return last === undefined ? [] : [...new Set([found[0]!, last, ...found])].slice(0, maxBlocks)
}
