import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'

const channel = 'child_process'

/**
 * Hears the errors of the input of Codex's program, until the function that it returns is called.
 *
 * A program that ends before it has read its prompt (a configuration that cannot be read, a lack of memory) breaks the pipe to it.
 * The SDK does not listen there, and an error that nobody hears ends the whole process. How the session ended is told by the
 * program's exit.
 */
export const guardInput = (): (() => void) => {
  const onProcess = (message: unknown): void => {
    const child = (message as { process?: ChildProcess }).process
    // It is told of before it is started, and the prompt is written right after that.
    process.nextTick(() => {
      if (child?.spawnargs?.includes('--experimental-json')) child.stdin?.on('error', () => {})
    })
  }
  subscribe(channel, onProcess)
  return () => void unsubscribe(channel, onProcess)
}
