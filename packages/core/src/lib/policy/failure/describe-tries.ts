import type { Failure } from '../../contract/failure.ts'
import { failingLine } from '../../text/failing-line.ts'

/**
 * Describes each of several tries in a line, first try first: how it failed, and the line of its output that
 * tells the most, or else its command. Returns undefined for a failure that has only one.
 */
export const describeTries = ({ tries, stepId }: Failure): string[] | undefined =>
  tries?.map(
    ({ name, command, problem, output }, index) =>
      `${index > 0 ? '' : `step ${stepId}: `}${name} ${problem}: ${failingLine(output) || command}`,
  )
