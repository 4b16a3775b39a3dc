import { spawn } from 'node:child_process'
import { AmeliaError } from '@amelia/core/plugin'
import { controlConfig } from './control-config.ts'
import { scrubEnvironment } from './scrub-environment.ts'

export interface GitCall {
  /** The git dir. Default: git searches from `cwd`. */
  gitDir?: string
  /** The work tree. Required with `gitDir`: git would use the current folder. */
  workTree?: string
  /** Default: `workTree`. */
  cwd?: string
  input?: string | Buffer
  env?: Record<string, string>
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

/**
 * Runs git once, without a shell, with the control configuration and a scrubbed environment.
 *
 * The child has its own process group, so Ctrl-C in the terminal does not interrupt it. Throws `GIT_FAILED`
 * for an exit code that is not in `accept`.
 */
export const runGit = (args: string[], call: GitCall): Promise<GitAnswer> => {
  const { gitDir, workTree, cwd = workTree, input, env, accept = [0] } = call
  const argv = [
    ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
    ...controlConfig.flatMap((entry) => ['-c', entry]),
    ...args,
  ]
  const command = `git ${args.join(' ').slice(0, 200)}`
  return new Promise((resolve, reject) => {
    const child = spawn('git', argv, {
      cwd,
      detached: true,
      stdio: 'pipe',
      env: {
        ...scrubEnvironment(process.env),
        LC_ALL: 'C',
        GIT_LITERAL_PATHSPECS: '1',
        GIT_NO_REPLACE_OBJECTS: '1',
        ...env,
      },
    })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', (cause) => {
      const isOut = ['EMFILE', 'ENFILE'].includes((cause as NodeJS.ErrnoException).code ?? '')
      const remedy = isOut
        ? 'Too many files are open. Raise the limit (ulimit -n 4096), or lower --concurrency.'
        : 'Install git 2.38 or later and put it in PATH.'
      const message = `${command} could not start (${cause.message}). ${remedy}`
      reject(new AmeliaError('GIT_FAILED', message, { command, exitCode: null, output: '' }, { cause }))
    })
    // A child that exits early closes its input. Its exit code is more useful than EPIPE.
    child.stdin.on('error', () => {})
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
