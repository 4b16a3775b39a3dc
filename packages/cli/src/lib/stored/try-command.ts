import { execFile } from 'node:child_process'

/** Runs a program for at most 10 s and returns its trimmed output; undefined if it fails. */
export const tryCommand = (
  program: string,
  args: readonly string[],
  cwd?: string,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(program, args, { ...(cwd !== undefined && { cwd }), timeout: 10_000 }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim()),
    )
  })
