import { AmeliaError, type AmeliaErrorCode } from '@amelia/core'
import { words, stripAnsi } from '@amelia/core/view'
import { exitCode } from './exit-code.ts'
import { howToContinue, stoppedRun } from './stopped-run.ts'
import type { Terminal } from './terminal.ts'
import { isUsageError } from './usage-error.ts'

/** Errors that the user can correct; nothing was changed. */
const usageCodes: ReadonlySet<AmeliaErrorCode> = new Set([
  'PLAN_INVALID',
  'OPTION_INVALID',
  'DRIVER_MISSING',
  'FUNCTION_MISSING',
  'NOT_A_REPOSITORY',
  'PLATFORM_UNSUPPORTED',
  'REPOSITORY_NOT_READY',
  'TARGET_INVALID',
  'RUN_NOT_FOUND',
  'GATE_UNKNOWN',
  'GATE_EXPIRED',
  'GATE_CHOICE',
  'NOT_CANCELLED',
  'COMMAND_INVALID',
  'RUN_ENDED',
  'RUN_NOT_ENDED',
])

/** The command that helps after an error, where its message names none. */
const nextCommands: Partial<Record<AmeliaErrorCode, (runId: string) => string>> = {
  NOT_A_REPOSITORY: () => 'Pass the folder of a repository: --repo DIR.',
  REPOSITORY_NOT_READY: () => 'To check the repository: amelia doctor',
  GIT_FAILED: () => 'To check git and the repository: amelia doctor',
  GIT_LOCKED: () => 'To check git and the repository: amelia doctor',
  STORE_FAILED: () => 'To check the disk: amelia doctor',
  RUN_NOT_FOUND: () => 'To see the runs: amelia runs',
  RUN_EXISTS: (runId) => `To see it: amelia status ${runId}`,
  RUN_LOCKED: (runId) => `To watch it: amelia watch ${runId}`,
  LEASE_LOST: (runId) => `To watch it: amelia watch ${runId}`,
  RUN_DAMAGED: (runId) => `To use its intact records: amelia resume ${runId} --repair`,
  RUN_ENDED: (runId) => `To see it: amelia status ${runId}`,
  RUN_NOT_ENDED: (runId) => `To continue it: amelia resume ${runId}`,
  NOT_FORKED: (runId) => `To see its phases: amelia status ${runId}`,
  GATE_UNKNOWN: () => 'To see the open questions: amelia status',
  GATE_EXPIRED: () => 'To see the open questions: amelia status',
  GATE_CHOICE: () => 'To see the questions and their choices: amelia status',
  COMMAND_INVALID: () => 'To see the open questions: amelia status',
  NOT_CANCELLED: () => 'To see what is running: amelia status',
  NOT_STEERED: () => 'To see what is running: amelia status',
}

/** Codes of a file system that is full, or of which the user may not use more. */
const diskCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

export interface PrintErrorOptions {
  /** Calls the options of the SDK in a message by their flags. `option`: the one that is wrong. */
  inFlags(message: string, option?: string): string
  /** Also prints the stack trace. */
  debug?: boolean
  /** The last line of an error of usage that has no other next step. */
  usage?: string
  /** Returns the flags with which the command that helps finds the same runs: the place of the runs. */
  place?: () => string
}

/**
 * Prints an error to stderr in at most three lines, of which the last names the command that helps, and
 * returns the exit code. If the error stops a run, that is the command that continues it.
 */
export const printError = (
  terminal: Terminal,
  error: unknown,
  { inFlags, debug = false, usage = 'Usage: amelia --help', place = () => '' }: PrintErrorOptions,
): number => {
  const { paintError: paint } = terminal
  const print = (message: string, next?: string): void => {
    terminal.error(`${paint('error:', 'bad')} ${message.trim()}\n`)
    if (next !== undefined) terminal.error(`${next}\n`)
    const run = stoppedRun.of(terminal)
    // For a run that another process has, or that is damaged, the line before names the command.
    if (run && next?.includes(` ${run.runId}`) !== true) terminal.error(howToContinue(run))
  }
  if (debug && error instanceof Error) terminal.error(`${stripAnsi(error.stack ?? error.message)}\n`)

  if (isUsageError(error)) {
    const { advice } = error
    const isHelpful = namesCommand(advice ?? error.message)
    print(words.plainLabel(error.message), isHelpful ? advice : [advice, usage].filter(Boolean).join('\n'))
    return exitCode.usage
  }
  if (AmeliaError.is(error)) {
    const { code, details } = error
    const option = 'option' in details ? details.option : undefined
    const runId = 'runId' in details ? details.runId : 'RUN'
    const message = words.plainLabel(inFlags(stripAnsi(error.message), option))
    const database = 'database' in details ? details.database : undefined
    // A run that exists may have lost its database; the setting is wrong if there is none yet.
    const isUsage = usageCodes.has(code) || (database === 'unusable' && stoppedRun.of(terminal) === undefined)
    // A database is on another disk, and its message names the remedy.
    const next = database === undefined ? nextCommands[code]?.(runId) : undefined
    const step = namesCommand(message)
      ? undefined
      : (next?.replace(/: amelia \w+.*/, (text) => text + place()) ??
        (usageCodes.has(code) ? usage : undefined))
    if (isUsage) {
      print(message, step)
      return exitCode.usage
    }
    if (code !== 'INTERNAL') {
      print(`${message} [${code}]`, step)
      return exitCode.failed
    }
  }
  const message = error instanceof Error ? error.message : 'a value that is not an Error was thrown'
  const code = AmeliaError.is(error) ? error.code : codeOf(error)
  if (diskCodes.has(code)) {
    print(`${words.plainLabel(stripAnsi(message))} [${code}]`, `To check the disk: amelia doctor${place()}`)
    return exitCode.failed
  }
  print(
    `Unexpected: ${words.plainLabel(stripAnsi(message))} [${code}]`,
    `This is a bug in Amelia: please report it.${debug ? '' : ' Set AMELIA_DEBUG=1 to see the stack trace.'}`,
  )
  return exitCode.failed
}

/** Returns whether a text contains a command, a flag or a variable that the reader can type. */
const namesCommand = (text: string): boolean =>
  /`git |\b(?:amelia|npm) [a-z]|--[a-z]|Did you mean|environment variable [A-Z]/.test(text)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNEXPECTED'
