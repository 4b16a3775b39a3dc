import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { startProcess } from '@amelia/agent-process'
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
}

/**
 * Starts the agent's program in its own process group, apart from the terminal: a Ctrl-C there is for this
 * process.
 *
 * Passes the key through a separate pipe: it is not in the environment, so the agent's commands do not
 * inherit it. Windows lacks such pipes; there the key is in the environment.
 */
export const startProgram = (
  { command, args, cwd, env, signal }: StartRequest,
  { apiKey, onErrorOutput }: StartOptions,
): ChildProcessByStdio<Writable, Readable, Readable> => {
  const byPipe = apiKey !== '' && process.platform !== 'win32'
  const login = byPipe
    ? { CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR: String(keyPipe) }
    : apiKey === ''
      ? {}
      : { ANTHROPIC_API_KEY: apiKey }
  const child = startProcess(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, ...login },
    signal,
    detached: true,
    stdio: byPipe ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  }) as ChildProcessByStdio<Writable, Readable, Readable>
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

const sendKey = (pipe: unknown, apiKey: string): void => {
  const stream = pipe as Writable
  // A program that ended before it read the key reports that itself.
  stream.on('error', () => {})
  stream.end(apiKey)
}
