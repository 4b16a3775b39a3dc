import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'

const channel = 'child_process'

/**
 * Handles errors on the standard input of Codex's program until the returned function is called.
 *
 * A program that ends before it read its prompt (invalid configuration, lack of memory) breaks its input
 * pipe. The SDK does not handle that error, and an unhandled one would end this process. The program's exit
 * reports how the session ended.
 */
export const guardInput = (): (() => void) => {
  const onProcess = (message: unknown): void => {
    const child = (message as { process?: ChildProcess }).process
    // The event precedes the start, and the SDK writes the prompt right after it.
    process.nextTick(() => {
      if (child?.spawnargs?.includes('--experimental-json')) child.stdin?.on('error', () => {})
    })
  }
  subscribe(channel, onProcess)
  return () => void unsubscribe(channel, onProcess)
}
