import { runProgram } from './run-program.ts'

/** Runs a program that only reads, for at most 10 s. Returns its trimmed output; undefined if it fails. */
export const tryCommand = (
  program: string,
  args: readonly string[],
  cwd?: string,
): Promise<string | undefined> =>
  runProgram(program, args, { ...(cwd !== undefined && { cwd }), timeout: 10_000 }).then(
    (stdout) => stdout.trim(),
    () => undefined,
  )
