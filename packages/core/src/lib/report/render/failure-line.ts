import type { Failure } from '../../contract/failure.ts'
import { findTellingLines } from '../../text/find-telling-lines.ts'
import { plainLabel } from './plain-label.ts'

/**
 * Describes a failure in one line: the step or the message, and the line of the output that tells the most.
 * The command is left out.
 */
export const failureLine = (failure: Failure): string => {
  const { message, command, exitCode, stepId, output = '' } = failure
  const what =
    stepId !== undefined && command !== undefined && typeof exitCode === 'number'
      ? `step ${stepId} exited with ${exitCode}`
      : withoutEnd(message, `: ${command ?? ''}`)
  const told = tellingLineOf(output)
  return plainLabel(told === '' || what.includes(told) ? what : `${what.replace(/[.:]$/, '')}: ${told}`)
}

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text

const tellingLineOf = (output: string): string => {
  const lines = output.split('\n').map((line) => plainLabel(line))
  const [first] = findTellingLines(lines)
  return first === undefined ? (lines.findLast((line) => line !== '') ?? '') : lines[first]!
}
