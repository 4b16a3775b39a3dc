import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { repeatGit } from './repeat-git.ts'
import { kindOfCall } from './kind-of-call.ts'
import { commandOf, type GitPlace, startError, startGit } from './start-git.ts'

export interface GitCall extends GitPlace {
  input?: string | Buffer
  /** Exit codes that count as success. Default: only 0. */
  accept?: number[]
  /** The index and the files are the user's. Default: false. */
  isUsers?: boolean
}

export interface GitAnswer {
  exitCode: number
  stdout: Buffer
  /** `stdout` as text, without the final line break. */
  text: string
  stderr: string
}

/**
 * Runs git as `startGit` does; again if its process was killed, as its kind allows. Throws `GIT_FAILED` for
 * an exit code that is not in `accept`.
 */
export const runGit = (args: string[], call: GitCall): Promise<GitAnswer> => {
  const kind = kindOfCall(args)
  const { isUsers = false, env = {}, gitDir = '' } = call
  const writesUsers = isUsers && kind === 'index' && env['GIT_OPTIONAL_LOCKS'] !== '0'
  return repeatGit(() => runOnce(args, call), {
    isRepeated: kind !== undefined && kind !== 'refs' && !writesUsers,
    async prepare() {
      // Only this process uses an index of the engine, so the lock belonged to the killed child.
      if (kind === 'index' && !isUsers)
        await rm(`${env['GIT_INDEX_FILE'] ?? join(gitDir, 'index')}.lock`, { force: true })
    },
  })
}

const runOnce = (args: string[], call: GitCall): Promise<GitAnswer> => {
  const { gitDir, cwd = call.workTree, input, accept = [0] } = call
  const command = commandOf(args)
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
        new AmeliaError('GIT_FAILED', `${command} ${how} in ${where}: ${errorFirst(output)}`, {
          command,
          exitCode,
          ...(signal !== null && { signal }),
          output,
        }),
      )
    })
  })
}

/** Moves the line that names the error to the front: only the first line of a message is a headline. */
const errorFirst = (output: string): string => {
  const line = /^(?:fatal|error): .*$/m.exec(output)?.[0] ?? ''
  return output.startsWith(line)
    ? output
    : `${line}\n${output.replace(line, '').replace('\n\n', '\n')}`.trim()
}
