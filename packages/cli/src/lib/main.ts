import { exitCode } from './terminal/exit-code.ts'
import { createTerminal } from './terminal/terminal.ts'
import { executeArguments } from './program/execute-arguments.ts'
import { colorEnvironment, readGlobalFlags } from './program/option/read-global-flags.ts'

/**
 * Runs the command line and returns the exit code: 0 completed, 1 failed or partly completed,
 * 2 invalid usage, plan or repository, 3 waiting for an answer, 130 cancelled.
 *
 * `argv` does not contain the program's name. Never throws; exits the process only at a third Ctrl-C.
 */
export const main = async (argv: string[]): Promise<number> => {
  const { color, verbose, quiet } = readGlobalFlags(argv, process.env)
  const { stdout, stderr } = process
  const streams = {
    // Opened on first use: most commands read nothing, and it takes as long as to parse the arguments.
    get stdin() {
      return process.stdin
    },
    stdout,
    stderr,
    env: colorEnvironment(process.env, color),
  }
  // The last write may fail after the command has returned its exit code.
  const onLost = (): unknown => process.once('exit', () => (process.exitCode ||= exitCode.failed))
  return executeArguments(createTerminal(streams, { quiet, onLost }), argv, {
    debug: verbose || process.env['AMELIA_DEBUG'] === '1',
  })
}
