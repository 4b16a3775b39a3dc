import { splitCommand } from '@amelia/core'
import { usageError } from '../terminal/usage-error.ts'

/** The program and its arguments of a flag whose value is a command. Throws a usage error for what only a shell understands. */
export const readCommand = (name: string, command: string): string[] => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  if (unclosed !== undefined) {
    throw usageError(
      `--${name} ${command}: ${unclosed === '\\' ? 'it ends with a backslash' : `the quote ${unclosed} is not closed`}.`,
    )
  }
  if (shellSyntax !== undefined) {
    throw usageError(
      `--${name} ${command}: only a shell understands "${shellSyntax}", and none is used.`,
      `Name a program and its arguments, or ask for a shell yourself: --${name} "sh -c '...'".`,
    )
  }
  if (argv.length === 0)
    throw usageError(`--${name} is empty.`, `Give the command, for instance --${name} "npm run ${name}".`)
  return argv
}
