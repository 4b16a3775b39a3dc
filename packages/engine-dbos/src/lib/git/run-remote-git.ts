import { spawn } from 'node:child_process'
import { gitSettings } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import { hidePassword } from './hide-password.ts'

/** Settings of each call: those of the engine, and no transport that starts a program. */
const remoteConfig = [...gitSettings.engine, 'protocol.ext.allow=never', 'push.gpgSign=false']

/** Variables for the connection and the location of the configuration. */
const kept =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|PROXY_COMMAND|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|SSL_.*)$/

/** A call of git that transfers objects or reads a remote. */
export interface RemoteGitCall {
  /** A folder of the local repository. */
  repo: string
  /** Text for the standard input. */
  input?: string
  /** The time in milliseconds after which the process is killed. Default: 120,000. */
  limitMs?: number
}

/**
 * Runs git without a shell and without a terminal, and returns its output without the final line break.
 *
 * Throws `GIT_FAILED` for an exit code other than 0, and for a process that exceeds its time limit.
 */
export const runRemoteGit = (args: readonly string[], call: RemoteGitCall): Promise<string> => {
  const { repo, input = '', limitMs = 120_000 } = call
  const argv = [...remoteConfig.flatMap((entry) => ['-c', entry]), ...args]
  const command = hidePassword(`git ${args.join(' ')}`).slice(0, 300)
  return new Promise((resolve, reject) => {
    // A process group without a terminal: neither git nor ssh can ask for a password.
    const child = spawn('git', argv, { cwd: repo, detached: true, stdio: 'pipe', env: environment() })
    const out: Buffer[] = []
    const complaints: Buffer[] = []
    let late = false
    const timer = setTimeout(() => {
      late = true
      killGroup(child.pid)
    }, limitMs)
    const fail = (
      how: string,
      end: { exitCode: number | null; signal?: string },
      output: string,
      cause?: unknown,
    ): void => {
      const message = `${command} ${how} in ${repo}: ${output}`
      reject(new AmeliaError('GIT_FAILED', message, { command, ...end, output }, { cause }))
    }
    // When too many files are open, Node leaves the streams out.
    const { stdin, stdout, stderr }: Partial<typeof child> = child
    stdout?.on('data', (chunk: Buffer) => out.push(chunk))
    stderr?.on('data', (chunk: Buffer) => complaints.push(chunk))
    child.on('error', (cause) => {
      clearTimeout(timer)
      const output = `${cause.message}. Install git 2.38 or later and put it in PATH.`
      fail('could not start', { exitCode: null }, output, cause)
    })
    // A child that exits early closes its input. Its exit code is more useful than EPIPE.
    stdin?.on('error', () => {})
    stdin?.end(input)
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      const text = Buffer.concat(out).toString()
      if (exitCode === 0) {
        resolve(text.replace(/\n$/, ''))
        return
      }
      const output = hidePassword(`${Buffer.concat(complaints).toString()}${text}`.trim()).slice(0, 2000)
      const ended = exitCode === null ? `was ended by ${signal}` : `failed with exit code ${exitCode}`
      const end = { exitCode, ...(signal !== null && { signal }) }
      fail(late ? `did not end within ${limitMs} ms` : ended, end, output)
    })
  })
}

const environment = (): Record<string, string> => {
  const chosen: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (!name.startsWith('GIT_') || kept.test(name))) chosen[name] = value
  }
  return { ...chosen, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
}

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
