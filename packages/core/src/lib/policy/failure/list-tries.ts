import type { CommandTry } from '../../contract/command-try.ts'
import type { Failure } from '../../contract/failure.ts'

/** A try of a failed step, or a failure that has only one. */
export type NamedTry = Partial<CommandTry> & Pick<CommandTry, 'name'>

/**
 * Lists the tries of a failure, first try first. A failure without fallbacks is one try, whose problem is
 * part of the failure's message.
 */
export const listTries = ({ tries, command, exitCode, output, outputFile }: Failure): readonly NamedTry[] =>
  tries ?? [
    {
      name: 'command',
      ...(command === undefined ? {} : { command }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(output === undefined ? {} : { output }),
      ...(outputFile === undefined ? {} : { outputFile }),
    },
  ]
