import type { StepDraft } from '@amelia/core/plugin'
import { readCodeSpan } from './read-code-span.ts'

/** The expected outcome of a command. */
export type Expectation = Pick<StepDraft, 'expectExitCode' | 'expectedOutputPattern'>

const maxPattern = 80
const outcome = /^(?:(fail(?:s|ed|ing)?)|(pass(?:es|ed|ing)?))(?![\w-])/i
const counted = /^\d{1,6} (?:tests? )?(?:passed|passing|failed|failing)$/i

/**
 * Reads the expectation of a command from `Expected: ...`; undefined if it needs human judgement.
 *
 * `FAIL` and `PASS` determine the exit code, whatever else their sentence says; a second sentence may require
 * more and needs judgement. Text in code spans or quotation marks, and a number of tests, must occur in the
 * output.
 */
export const readExpectation = (value: string): Expectation | undefined => {
  const text = value.replaceAll('*', '').trim()
  const found = outcome.exec(text)
  if (found) {
    if (hasSecondSentence(text)) return undefined
    return { expectExitCode: found[1] === undefined ? 0 : 'fail' }
  }
  const literal = readLiteral(text)
  if (literal === undefined || literal.length > maxPattern || /\p{Cc}/u.test(literal)) return undefined
  return { expectExitCode: 0, expectedOutputPattern: literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') }
}

const readLiteral = (text: string): string | undefined => {
  const code = readCodeSpan(text)
  if (code !== undefined) return code === '' ? undefined : code
  const plain = text.endsWith('.') ? text.slice(0, -1) : text
  if (plain.length > 2 && plain.startsWith('"') && plain.indexOf('"', 1) === plain.length - 1) {
    return plain.slice(1, -1)
  }
  return counted.test(plain) ? plain : undefined
}

const hasSecondSentence = (text: string): boolean => {
  const end = text.search(/[.;](?:\s|$)/)
  return end >= 0 && text.slice(end + 1).trim() !== ''
}
