import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { StartRequest } from './claude-sdk.ts'

/** The number of the pipe that the key comes through. */
const keyPipe = 3
const longestTail = 4_000

export interface StartOptions {
  /** Empty where the login is not a key. */
  apiKey: string
  /** Is told the last part of what the program wrote to its error output. */
  onErrorOutput(tail: string): void
}

/**
 * Starts the agent's program.
 *
 * The key goes through a pipe of its own: it is in no environment, so the commands that the agent runs do not have it. On Windows, which
 * has no such pipes, it is in the environment.
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
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, ...login },
    signal,
    stdio: byPipe ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  }) as ChildProcessByStdio<Writable, Readable, Readable>
  // Whoever talks to a program that has ended is told so by its end.
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
  // A program that ended before it read the key says so itself.
  stream.on('error', () => {})
  stream.end(apiKey)
}
