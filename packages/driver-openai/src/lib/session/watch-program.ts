import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'

const channel = 'child_process'

/** The longest wait for the last words of a program that has exited. */
const lastWordsMs = 1_000

/** The argument by which the SDK's program is recognised. */
const jsonFlag = '--experimental-json'

/** Passes a session's log on to its own reader, although all programs report on one channel. */
const readers = new AsyncLocalStorage<(text: string) => void>()

/**
 * Runs a session of the SDK, and reads the log of its program while it runs: the SDK shows it only after a
 * failure.
 *
 * The program is started in its own process group, apart from the terminal: a Ctrl-C there is for this
 * process. The SDK has no option for that.
 *
 * Also handles errors on the standard input of the program. A program that ends before it read its prompt
 * (invalid configuration, lack of memory) breaks its input pipe. The SDK does not handle that error, and an
 * unhandled one would end this process. The program's exit reports how the session ended.
 *
 * The SDK reports a failure when the program exits, which may be before its last words have arrived: they are
 * added to the error.
 */
export const watchProgram = async (
  onLog: (text: string) => void,
  session: () => Promise<void>,
): Promise<void> => {
  let closed: Promise<unknown> | undefined
  let late: string[] | undefined
  const onProcess = (message: unknown): void => {
    const child = (message as { process?: ChildProcess }).process
    const reader = readers.getStore()
    if (child === undefined || reader !== onLog) return
    detach(child)
    // The event precedes the start, and the SDK writes the prompt right after it.
    process.nextTick(() => {
      if (!child.spawnargs?.includes(jsonFlag)) return
      child.stdin?.on('error', () => {})
      closed = new Promise((resolve) => child.once('close', resolve))
      child.stderr?.on('data', (chunk: Buffer) => {
        late?.push(chunk.toString('utf8'))
        reader(chunk.toString('latin1'))
      })
    })
  }
  subscribe(channel, onProcess)
  try {
    await readers.run(onLog, session)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Codex Exec exited with ')) {
      late = []
      // Real time: a process that the program left behind may hold its output open.
      await Promise.race([closed, delay(lastWordsMs)])
      error.message += late.join('')
    }
    throw error
  } finally {
    unsubscribe(channel, onProcess)
  }
}

/** Lets Codex's program start in its own process group. The call of `spawn` follows the event. */
const detach = (child: ChildProcess): void => {
  const starting = child as unknown as { spawn(options: SpawnOptions & { args?: string[] }): unknown }
  const { spawn } = starting
  starting.spawn = (options) =>
    spawn.call(child, options.args?.includes(jsonFlag) ? { ...options, detached: true } : options)
}
