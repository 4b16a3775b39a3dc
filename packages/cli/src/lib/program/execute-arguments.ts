import { CommanderError } from 'commander'
import { exitCode } from '../terminal/exit-code.ts'
import { howToContinue, stoppedRun } from '../terminal/stopped-run.ts'
import { explainLoadFailure } from '../terminal/explain-load-failure.ts'
import { loadErrorPrinter } from './load-error-printer.ts'
import { databaseVariable } from '../setting/database-variable.ts'
import { printNote } from '../terminal/print-note.ts'
import { usageError } from '../terminal/usage-error.ts'
import { findHabit } from './habits.ts'
import { createProgram, type Finish, isCommand, type ParseError } from './program.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Executes the command that the arguments name and returns its exit code. Prints errors; never throws. */
export const executeArguments = async (
  terminal: Terminal,
  argv: string[],
  { debug = false }: { debug?: boolean } = {},
): Promise<number> => {
  let code: number = exitCode.completed
  let next: readonly string[] | undefined
  try {
    if (argv[0] === '__complete') {
      const { printCompletions } = await import('./print-completions.ts')
      return await printCompletions(terminal, argv.slice(argv[1] === '--' ? 2 : 1))
    }
    const finish: Finish = (result, following) => {
      code = result
      next = following
    }
    if (argv.length === 0) {
      const { overviewCommand } = await import('../command/inspect/overview-command.ts')
      const database = process.env[databaseVariable]
      return await overviewCommand(terminal, { repo: '.', ...(database && { database }) })
    }
    const habit = findHabit(argv[0])
    if (habit && 'advice' in habit) throw usageError(`Unknown command "${argv[0]}".`, habit.advice)
    if (habit) {
      printNote(terminal, `note: ${argv[0]} is amelia ${habit.means.join(' ')}.\n`)
      return await executeArguments(terminal, [...habit.means, ...argv.slice(1)], { debug })
    }
    const program = createProgram(terminal, argv, finish, executeArguments)
    const [first, wanted = ''] = argv
    const isAll = first === 'help' && wanted === 'all'
    // The parser would print the complete help.
    if (
      first === 'help' &&
      wanted !== '' &&
      wanted !== 'help' &&
      !isAll &&
      !wanted.startsWith('-') &&
      !isCommand(wanted)
    )
      program.error(`unknown command '${wanted}'`, { code: 'commander.unknownCommand' })
    await program.parseAsync(isAll ? ['--help'] : argv, { from: 'user' })
  } catch (error) {
    // The parser also throws after printing help or the version.
    if (error instanceof CommanderError && /^commander\.(?:help|version)/.test(error.code))
      return error.exitCode === 0 ? exitCode.completed : exitCode.usage
    const known = explainLoadFailure(error)
    if (known) {
      const run = stoppedRun.of(terminal)
      terminal.error(`error: ${known.message}\n${known.advice}\n${run ? howToContinue(run) : ''}`)
      return exitCode.failed
    }
    const { printError, explainUsage, givenPlace, inFlags } = await loadErrorPrinter()
    const shown =
      error instanceof CommanderError ? explainUsage((error as ParseError).command, error, argv) : error
    return printError(terminal, shown, {
      inFlags,
      debug,
      usage: `Usage: amelia ${isCommand(argv[0]) ? `${argv[0]} ` : ''}--help`,
      place: () => givenPlace(argv),
    })
  }
  return next === undefined ? code : executeArguments(terminal, [...next], { debug })
}
