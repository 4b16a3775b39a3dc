import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const channel = 'child_process'

/** Passes a session's log on to its own reader, although all programs report on one channel. */
const readers = new AsyncLocalStorage<(text: string) => void>()

/**
 * Runs a session of the SDK, and reads the log of its program while it runs: the SDK shows it only after a
 * failure.
 *
 * Also handles errors on the standard input of the program. A program that ends before it read its prompt
 * (invalid configuration, lack of memory) breaks its input pipe. The SDK does not handle that error, and an
 * unhandled one would end this process. The program's exit reports how the session ended.
 */
export const watchProgram = async (
  onLog: (text: string) => void,
  session: () => Promise<void>,
): Promise<void> => {
  const onProcess = (message: unknown): void => {
    const child = (message as { process?: ChildProcess }).process
    const reader = readers.getStore()
    if (reader !== onLog) return
    // The event precedes the start, and the SDK writes the prompt right after it.
    process.nextTick(() => {
      if (!child?.spawnargs?.includes('--experimental-json')) return
      child.stdin?.on('error', () => {})
      child.stderr?.on('data', (chunk: Buffer) => reader(chunk.toString('latin1')))
    })
  }
  subscribe(channel, onProcess)
  try {
    await readers.run(onLog, session)
  } finally {
    unsubscribe(channel, onProcess)
  }
}
