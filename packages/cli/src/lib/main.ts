import { CommanderError } from 'commander'
import { exitCode } from './terminal/exit-code.ts'
import { createProgram } from './program/program.ts'
import { colorEnvironment, readGlobalFlags } from './program/option/read-global-flags.ts'
import { withoutNotes } from './terminal/without-notes.ts'
import { createTerminal } from './terminal/terminal.ts'

/**
 * Runs the command line and returns the exit code: 0 completed, 1 failed or partly completed,
 * 2 invalid usage, plan or repository, 3 waiting for an answer, 130 cancelled.
 *
 * `argv` does not contain the program's name. Never throws; exits the process only at a third Ctrl-C.
 */
export const main = async (argv: string[]): Promise<number> => {
  const { color, verbose, quiet } = readGlobalFlags(argv, process.env)
  const { stdin, stdout, stderr } = process
  const env = colorEnvironment(process.env, color)
  const full = createTerminal({ stdin, stdout, stderr, env })
  const terminal = quiet ? withoutNotes(full) : full
  let code: number = exitCode.completed
  try {
    if (argv[0] === '__complete') {
      const { printCompletions } = await import('./program/print-completions.ts')
      return await printCompletions(terminal, argv.slice(argv[1] === '--' ? 2 : 1))
    }
    const program = createProgram(terminal, argv, (result) => {
      code = result
    })
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const { printError } = await import('./terminal/print-error.ts')
      return printError(terminal, error, verbose ? { ...process.env, AMELIA_DEBUG: '1' } : process.env)
    }
    // Commander also throws after printing help or the version; its other errors are all about usage.
    return error.exitCode === 0 ? exitCode.completed : exitCode.usage
  }
}
