import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { confine, type ConfineRequest, startProcess } from '@amelia/agent-process'
import type { StartRequest } from './claude-sdk.ts'

/** File descriptor of the pipe for the key. */
const keyPipe = 3
/** The most characters of error output to keep. */
const longestTail = 4_000

export interface StartOptions {
  /** Empty if the login is not a key. */
  apiKey: string
  /** Receives the last part of the program's error output. */
  onErrorOutput(tail: string): void
  /** How the program is confined. Default: it has the permissions of this process. */
  confinement?: Omit<ConfineRequest, 'env'>
}

/**
 * Starts the agent's program in its own process group, apart from the terminal: a Ctrl-C there is for this
 * process.
 *
 * Passes the key through a separate pipe: it is not in the environment, so the agent's commands do not
 * inherit it. Windows lacks such pipes; there the key is in the environment. A confined program receives the
 * signals that are sent to its process, with which it saves its session.
 */
export const startProgram = (
  { command, args, cwd, env, signal }: StartRequest,
  { apiKey, onErrorOutput, confinement }: StartOptions,
): ChildProcessByStdio<Writable, Readable, Readable> => {
  const byPipe = apiKey !== '' && process.platform !== 'win32'
  const login = byPipe
    ? { CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR: String(keyPipe) }
    : apiKey === ''
      ? {}
      : { ANTHROPIC_API_KEY: apiKey }
  const stdio = Array.from({ length: byPipe ? 4 : 3 }, () => 'pipe' as const)
  const complete = { ...env, ...login }
  const confined =
    confinement &&
    confine([command, ...args], { ...confinement, env: definedOnly(complete) }, stdio.push('pipe') - 1)
  const [program = '', ...words] = confined?.argv ?? [command, ...args]
  const child = startProcess(program, words, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(confined ? { env: confined.env } : { env: complete, signal }),
    detached: true,
    stdio,
    windowsHide: true,
  }) as ChildProcessByStdio<Writable, Readable, Readable>
  if (confined) {
    const { signalAll } = confined.follow(child)
    const kill = (sent: NodeJS.Signals | number = 'SIGTERM'): boolean => {
      if (child.exitCode !== null || child.signalCode !== null) return false
      signalAll(typeof sent === 'string' ? sent : 'SIGTERM')
      return true
    }
    child.kill = kill
    const stop = (): void => void kill()
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    child.on('exit', () => signal.removeEventListener('abort', stop))
  }
  // The exit event reports the end of the program.
  for (const emitter of [child, child.stdin]) emitter.on('error', () => {})
  if (byPipe) sendKey(child.stdio[keyPipe], apiKey)
  let tail = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-longestTail)
    onErrorOutput(tail)
  })
  return child
}

const definedOnly = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

const sendKey = (pipe: unknown, apiKey: string): void => {
  const stream = pipe as Writable
  // A program that ended before it read the key reports that itself.
  stream.on('error', () => {})
  stream.end(apiKey)
}
