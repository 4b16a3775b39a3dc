import { AmeliaError, type RunOptions } from '@amelia/core'
import { splitCommand } from '@amelia/core/plugin'
import type { RunFileOptions } from './run-file-options.ts'

/**
 * Turns commands given as text into programs with arguments. Throws `OPTION_INVALID` for text that needs a
 * shell.
 */
export const readVerify = (verify: RunFileOptions['verify']): RunOptions['verify'] => {
  if (verify === undefined) return undefined
  if (typeof verify === 'string') return { test: readCommand('test', verify) }
  return Object.fromEntries(
    Object.entries(verify).map(([name, check]) => [
      name,
      typeof check === 'string' ? readCommand(name, check) : check,
    ]),
  )
}

const readCommand = (name: string, command: string): string[] => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  const problem =
    unclosed === '\\'
      ? 'ends with a backslash'
      : unclosed !== undefined
        ? `has an unclosed ${unclosed}`
        : shellSyntax !== undefined
          ? `needs a shell for ${shellSyntax}`
          : argv.length === 0
            ? 'is empty'
            : undefined
  if (problem === undefined) return argv
  const message = `The check "${name}" ${problem}: ${JSON.stringify(command)}. Pass a program with its arguments, or the list ['sh', '-c', '...'].`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'verify' })
}
