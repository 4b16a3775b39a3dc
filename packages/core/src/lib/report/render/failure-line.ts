import type { Failure } from '../../contract/failure.ts'
import { describeTries } from '../../policy/failure/describe-tries.ts'
import { failingLine } from '../../text/failing-line.ts'
import { fitText } from '../../text/fit-text.ts'
import { wrapText } from '../../text/wrap-text.ts'
import { plainLabel } from './plain-label.ts'

/**
 * Describes a failure by the step or the message, and by the lines of the output that tell the most, which
 * the message does not contain. The command is left out.
 */
export const failureParts = (failure: Failure): { message: string; told: string[] } => {
  const tries = describeTries(failure)?.map(plainLabel)
  if (tries) return { message: tries[0] ?? plainLabel(failure.message), told: tries.slice(1) }
  const { message: said, command, exitCode, stepId, output = '' } = failure
  const message = plainLabel(
    stepId !== undefined && command !== undefined && typeof exitCode === 'number'
      ? `step ${stepId} exited with ${exitCode}`
      : withoutEnd(said, `: ${command ?? ''}`),
  )
  const line = plainLabel(failingLine(output))
  return { message, told: line === '' || message.includes(line) ? [] : [line] }
}

/** Describes a failure in one line: its message, and the line of the output that tells the most. */
export const failureLine = (failure: Failure): string => {
  const { tries: _tries, ...last } = failure
  const { message, told } = failureParts(last)
  return [told.length === 0 ? message : message.replace(/[.:]$/, ''), ...told].join(': ')
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
