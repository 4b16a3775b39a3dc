import { findTestCommand } from './read-checks.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { proposeTest } from './propose-test.ts'

/** The options that decide whether a person is asked about the checks. */
interface CompletionOptions {
  repo: string
  attended: boolean
  yes?: boolean
  dryRun?: boolean
  json?: boolean
}

/**
 * Returns the checks of a run. Without any, a person at a terminal is asked whether to run the detected test
 * command; everyone else gets a note about it.
 */
export const completeChecks = async (
  terminal: Terminal,
  checks: Record<string, string[]>,
  { repo, attended, yes, dryRun, json }: CompletionOptions,
): Promise<Record<string, string[]>> => {
  if (Object.keys(checks).length > 0 || dryRun || json) return checks
  const command = await findTestCommand(repo)
  if (command === undefined) return checks
  if (attended && !yes) return (await proposeTest(terminal, command)) ? { test: command } : checks
  const shown = command.map(quoteArgument).join(' ')
  printNote(terminal, `note: no check is configured; --test auto would run "${shown}" on every commit.\n`)
  return checks
}
