import { AmeliaError, type AmeliaErrorCode, plainLabel } from '@amelia/core'
import { stripAnsi } from '@amelia/core/plugin'
import { exitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'
import { isUsageError } from './usage-error.ts'

/** Errors that the user can correct; nothing was changed. */
const usageCodes: ReadonlySet<AmeliaErrorCode> = new Set([
  'PLAN_INVALID',
  'OPTION_INVALID',
  'DRIVER_MISSING',
  'NOT_A_REPOSITORY',
  'REPOSITORY_NOT_READY',
  'TARGET_INVALID',
  'RUN_NOT_FOUND',
  'GATE_UNKNOWN',
  'GATE_EXPIRED',
  'GATE_CHOICE',
  'NOT_CANCELLED',
  'OFFER_INVALID',
  'RUN_ENDED',
  'RUN_NOT_ENDED',
])

/** Prints an error to stderr, with its stack if AMELIA_DEBUG=1, and returns the exit code. */
export const printError = (terminal: Terminal, error: unknown, env = process.env): number => {
  const { paintError: paint } = terminal
  const print = (message: string, next?: string): void => {
    terminal.error(`${paint('error:', 'bad')} ${message.trim()}\n`)
    if (next !== undefined) terminal.error(`${next}\n`)
  }
  const debug = env['AMELIA_DEBUG'] === '1'
  if (debug && error instanceof Error) terminal.error(`${stripAnsi(error.stack ?? error.message)}\n`)

  if (isUsageError(error)) {
    print(plainLabel(error.message), error.advice)
    return exitCode.usage
  }
  if (AmeliaError.is(error)) {
    const message = stripAnsi(error.message)
    if (usageCodes.has(error.code)) {
      print(message)
      return exitCode.usage
    }
    if (error.code !== 'INTERNAL') {
      print(`${message} [${error.code}]`)
      return exitCode.failed
    }
  }
  const message = error instanceof Error ? error.message : 'a value that is not an Error was thrown'
  const code = AmeliaError.is(error) ? error.code : codeOf(error)
  print(
    `Unexpected: ${stripAnsi(message)} [${code}]`,
    `This is a bug in Amelia: please report it.${debug ? '' : ' Set AMELIA_DEBUG=1 to see the stack trace.'}`,
  )
  return exitCode.failed
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNEXPECTED'
