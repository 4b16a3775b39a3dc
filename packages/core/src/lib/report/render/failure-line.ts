import type { Failure } from '../../contract/failure.ts'
import { describeTries } from '../../policy/failure/describe-tries.ts'
import { failingLine } from '../../text/failing-line.ts'
import { fitText } from '../../text/fit-text.ts'
import { wrapText } from '../../text/wrap-text.ts'
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

/** Describes a failure in lines that fit, and what a person can do, which is not cut. */
export const fitFailure = (failure: Failure, width: number): string[] => [
  ...failureLines(failure).map((text) => fitText(text, width)),
  ...(failure.suggestions ?? []).flatMap((text) => wrapText(plainLabel(`Suggestion: ${text}`), width)),
]

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text
