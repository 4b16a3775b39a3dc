import type { Failure } from '../../contract/failure.ts'
import { findTellingLines } from '../../text/find-telling-lines.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

const maxLength = 200

/**
 * Lists the suggestions of a failure, and where to start in the output of its command: the assertion that
 * failed, or else the first error.
 */
export const suggestionsOf = (failure: Failure): string[] => [
  ...(failure.suggestions ?? []),
  ...suggestCheck(failure),
]

const suggestCheck = ({ class: failureClass, command, output = '' }: Failure): string[] => {
  if (failureClass !== 'verification_failed' || command === undefined) return []
  const lines = stripAnsi(output).split('\n')
  const told = findTellingLines(lines).map((index) => lines[index]!)
  const assertion = told.find((line) => /assert|expect/i.test(line))
  const line = assertion ?? told[0]
  if (line === undefined) return []
  const what = assertion === undefined ? 'the first error' : 'the assertion that failed'
  const text = line.replace(/^E\s{1,8}/, '').trim()
  return [`check ${what}: ${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}`]
}
