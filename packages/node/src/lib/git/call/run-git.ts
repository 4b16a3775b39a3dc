import { AmeliaError } from '@amelia/core/plugin'
import { type GitPlace, startError, startGit } from './start-git.ts'

export interface GitCall extends GitPlace {
  input?: string | Buffer
  /** Exit codes that count as success. Default: only 0. */
  accept?: number[]
}

export interface GitAnswer {
  exitCode: number
  stdout: Buffer
  /** `stdout` as text, without the final line break. */
  text: string
  stderr: string
}

/** Runs git once, as `startGit` does. Throws `GIT_FAILED` for an exit code that is not in `accept`. */
export const runGit = (args: string[], call: GitCall): Promise<GitAnswer> => {
  const { gitDir, cwd = call.workTree, input, accept = [0] } = call
  const command = `git ${args.join(' ').slice(0, 200)}`
  return new Promise((resolve, reject) => {
    const child = startGit(args, call)
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', (cause) => reject(startError(command, cause)))
    child.stdin.end(input ?? '')
    child.on('close', (exitCode, signal) => {
      const printed = Buffer.concat(stdout)
      const complaint = Buffer.concat(stderr).toString()
      if (exitCode !== null && accept.includes(exitCode)) {
        resolve({ exitCode, stdout: printed, text: printed.toString().replace(/\n$/, ''), stderr: complaint })
        return
      }
      const output = (complaint || printed.toString()).trim().slice(0, 2000)
      const how = exitCode === null ? `was ended by ${signal}` : `failed with exit code ${exitCode}`
      const where = gitDir ?? cwd
      reject(
        new AmeliaError('GIT_FAILED', `${command} ${how} in ${where}: ${output}`, {
          command,
          exitCode,
          ...(signal !== null && { signal }),
          output,
        }),
      )
    })
  })
}
