import type { Failure } from '../../contract/failure.ts'

/** Describes a failure for people, in lines. */
export const failureDetails = ({ command, exitCode, output, outputFile, tried = [] }: Failure): string[] => [
  ...tried.map((line) => `tried: ${line}`),
  ...(command === undefined ? [] : [`ran: ${command}`]),
  ...(exitCode === undefined ? [] : [`exit code: ${exitCode ?? 'none, a signal ended it'}`]),
  ...(output ? output.split('\n') : []),
  ...(outputFile === undefined ? [] : [`full output: ${outputFile}`]),
]
