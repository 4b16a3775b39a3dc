import type { Failure } from '../../contract/failure.ts'
import { listTries, type NamedTry } from '../../policy/failure/list-tries.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { findTellingLines } from '../../text/find-telling-lines.ts'
import { indentText } from '../../text/indent-text.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

/** The errors of a longer output are listed before it. */
const maxLines = 30
/** Lines that are listed of an error. */
const errorLines = 6

/**
 * Describes a failure for an agent: the message, then each try with its exit code and its output, of which
 * the engine keeps the errors, the first and the last lines. The errors in a long one come first. Each line
 * appears once.
 *
 * Everything but the first line is indented, so that a heading in an output is not a heading of the prompt.
 */
export const describeFailure = (failure: Failure): string => {
  const [first = '', ...rest] = boundOutput(stripAnsi(failure.message)).split('\n')
  const lines = [...rest, ...listTries(failure).flatMap(describeTry)]
  return [first, ...(lines.length === 0 ? [] : [indentText(lines.join('\n'))])].join('\n')
}

const describeTry = ({ name, command, problem, exitCode, output }: NamedTry): string[] => [
  ...(command === undefined ? [] : [`${name}: ${command}`]),
  ...(problem === undefined ? [] : [`problem: ${problem}`]),
  ...(exitCode === undefined ? [] : [`exit code: ${exitCode ?? 'none, a signal ended it'}`]),
  ...(output ? describeOutput(output, command !== undefined) : []),
]

const describeOutput = (output: string, ofCommand: boolean): string[] => {
  const lines = boundOutput(stripAnsi(output)).trimEnd().split('\n')
  if (lines.length <= maxLines) return ofCommand ? ['output:', ...lines.map(nested)] : lines
  const errors = findErrors(lines)
  if (errors.size === 0) return ['output:', ...lines.map(nested)]
  return [
    'errors in the output:',
    ...lines.filter((_, index) => errors.has(index)).map(nested),
    'the rest of the output:',
    ...lines.filter((_, index) => !errors.has(index)).map(nested),
  ]
}

const nested = (line: string): string => `  ${line}`

/** The numbers, from 0, of the lines of each error and of the line before it, which often names the test. */
const findErrors = (lines: readonly string[]): Set<number> => {
  const kept = new Set<number>()
  for (const start of findTellingLines(lines))
    for (let at = Math.max(0, start - 1); at < Math.min(start + errorLines, lines.length); at++) kept.add(at)
  return kept
}
