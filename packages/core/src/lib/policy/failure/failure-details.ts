import type { Failure } from '../../contract/failure.ts'
import { listTries } from './list-tries.ts'

/** Describes a failure for people, in lines: each try with its output, first try first. */
export const failureDetails = (failure: Failure): string[] =>
  listTries(failure).flatMap(({ name, command, problem, exitCode, output, outputFile }) => [
    ...(command === undefined ? [] : [`${failure.tries ? name : 'ran'}: ${command}`]),
    ...(problem === undefined ? [] : [`problem: ${problem}`]),
    ...(exitCode === undefined ? [] : [`exit code: ${exitCode ?? 'none, a signal ended it'}`]),
    ...(output ? output.split('\n') : []),
    ...(outputFile === undefined ? [] : [`full output: ${outputFile}`]),
  ])
