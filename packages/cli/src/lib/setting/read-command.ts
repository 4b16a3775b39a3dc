import { splitCommand } from '@amelia/core/plugin'
import { usageError } from '../terminal/usage-error.ts'

/**
 * Splits the command given to a flag into a program and its arguments. Throws a usage error for shell syntax.
 */
export const readCommand = (name: string, command: string): string[] => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  if (unclosed !== undefined) {
    throw usageError(
      `--${name} ${command}: ${unclosed === '\\' ? 'the command ends with a backslash' : `the quote ${unclosed} is not closed`}.`,
    )
  }
  if (shellSyntax !== undefined) {
    throw usageError(
      `--${name} ${command}: "${shellSyntax}" is shell syntax, and commands run without a shell.`,
      `Give a program and its arguments, or start a shell: --${name} "sh -c '...'".`,
    )
  }
  if (argv.length === 0)
    throw usageError(`--${name} is empty.`, `Give a command, such as --${name} "npm run ${name}".`)
  return argv
}
