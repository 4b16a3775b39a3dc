import type { Failure } from '../../contract/failure.ts'
import { describeTries } from '../../policy/failure/describe-tries.ts'
import { failingLine } from '../../text/failing-line.ts'
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
  const told = plainLabel(failingLine(output))
  return plainLabel(told === '' || what.includes(told) ? what : `${what.replace(/[.:]$/, '')}: ${told}`)
}

/** Describes a failure in a line, or each of its tries in one, first try first. */
export const failureLines = (failure: Failure): string[] =>
  describeTries(failure)?.map(plainLabel) ?? [failureLine(failure)]

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text
