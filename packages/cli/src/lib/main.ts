import { CommanderError } from 'commander'
import { exitCode } from './terminal/exit-code.ts'
import { printError } from './terminal/print-error.ts'
import { createProgram } from './program/program.ts'
import { createTerminal } from './terminal/terminal.ts'

/**
 * Runs the command line and gives the exit code: 0 completed, 1 failed or completed in part, 2 usage, plan or repository,
 * 3 waiting for an answer, 130 cancelled.
 *
 * `argv` is without the program's own name. Never throws; ends the process by itself only at a third Ctrl-C.
 */
export const main = async (argv: string[]): Promise<number> => {
  const terminal = createTerminal(process)
  let code: number = exitCode.completed
  try {
    const program = createProgram(terminal, argv, (result) => {
      code = result
    })
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) return printError(terminal, error)
    // Help that was asked for, and the version, are no errors; commander's own ones are all about usage.
    return error.exitCode === 0 ? exitCode.completed : exitCode.usage
  }
}
