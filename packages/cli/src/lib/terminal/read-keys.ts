import { createInterface } from 'node:readline'
import { decodeKeys } from './screen/decode-keys.ts'
import type { Terminal } from './terminal.ts'

/** Reads the answers to a question. One of its functions may wait at a time. */
export interface KeyReader {
  /** Reads keys until `choose` accepts one; undefined if the person presses Ctrl-C or Ctrl-D. */
  readKey<Chosen>(choose: (key: string) => Chosen | undefined): Promise<Chosen | undefined>
  /** Reads a line of text; undefined if the person cancels. */
  readLine(question: string): Promise<string | undefined>
  /** Ends the wait, as if the person had left the question. */
  leave(): void
}

/** Keys that are pressed before a question is on the screen, or within this time after, are dropped. */
const guardMs = 300

/** Creates a reader of keys, which has the keyboard only while it waits. `interrupt` handles Ctrl-C. */
export const readKeys = (
  { stdin, screen }: Pick<Terminal, 'stdin' | 'screen'>,
  { interrupt = () => {}, now = Date.now }: { interrupt?: () => void; now?: () => number } = {},
): KeyReader => {
  let leave: () => void = () => {}
  return {
    readKey: (choose) =>
      new Promise((resolve) => {
        const shownAt = now()
        const finish = (chosen: ReturnType<typeof choose>): void => {
          stdin.off('data', onData)
          stdin.setRawMode(false)
          stdin.pause()
          leave = () => {}
          resolve(chosen)
        }
        const onData = (chunk: Buffer | string): void => {
          const isEarly = now() - shownAt < guardMs
          for (const { name, ctrl } of decodeKeys(String(chunk), true).keys) {
            if (ctrl && name === 'c') {
              finish(undefined)
              return interrupt()
            }
            if (ctrl && name === 'd') return finish(undefined)
            const chosen = isEarly || ctrl ? undefined : choose(name.toLowerCase())
            if (chosen !== undefined) return finish(chosen)
          }
        }
        leave = () => finish(undefined)
        stdin.setRawMode(true)
        stdin.on('data', onData)
        stdin.resume()
      }),
    readLine: (question) =>
      new Promise((resolve) => {
        const lines = createInterface({ input: stdin, output: screen, terminal: true })
        const finish = (text: string | undefined): void => {
          leave = () => {}
          resolve(text)
          lines.close()
        }
        leave = () => finish(undefined)
        lines.on('SIGINT', () => {
          finish(undefined)
          interrupt()
        })
        lines.on('close', () => finish(undefined))
        lines.question(question, (text) => finish(text.trim()))
      }),
    leave: () => leave(),
  }
}
