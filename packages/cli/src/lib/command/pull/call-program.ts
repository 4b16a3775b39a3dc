import { execFile } from 'node:child_process'
import { isKilled } from '@amelia/agent-process'
import { readSecrets } from '@amelia/core/plugin'
import { redactSecrets, stripAnsi } from '@amelia/core/view'

/** The result of a program that ran, or that does not exist. */
export interface Called {
  ok: boolean
  /** The program was not found. */
  isMissing: boolean
  /** It was killed, but not because it took too long: what it has done is unknown. */
  isKilled: boolean
  stdout: string
  /** The last lines of its output, for people: without control characters and secrets. */
  problem: string
}

export interface CallOptions {
  cwd: string
  /** Text for its standard input. Default: none. */
  input?: string
  env?: Record<string, string>
}

/** Programs that use the network get this long, in milliseconds. */
const timeout = 10 * 60_000

/** Runs a program without a shell, until its end. It cannot ask anything on its standard input. */
export const callProgram = (
  program: string,
  args: readonly string[],
  { cwd, input = '', env = {} }: CallOptions,
): Promise<Called> =>
  new Promise((resolve) => {
    const options = { cwd, timeout, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const isMissing = error !== null && error.code === 'ENOENT'
      const wasKilled = error !== null && error.killed !== true && isKilled(error.code, error.signal)
      const why =
        error?.killed === true
          ? `${program} was stopped, because it took too long.`
          : wasKilled
            ? `${program} was ended by ${error.signal ?? 'a signal'}.`
            : ''
      resolve({
        ...{ ok: error === null, isMissing, isKilled: wasKilled, stdout },
        problem: lastLines(`${stdout}\n${stderr}\n${why}`),
      })
    })
    // A program that ends without reading its input closes the pipe.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })

const lastLines = (text: string): string =>
  redactSecrets(stripAnsi(text), readSecrets(process.env))
    .replaceAll(/(:\/\/)[^/\s@]+@/g, '$1***@')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-20)
    .map((line) => line.slice(0, 500))
    .join('\n')
