import { StringDecoder } from 'node:string_decoder'
import { stripAnsi } from '@amelia/core/view'

/** Passes on the output of a process while it runs. */
export interface LineOutput {
  /** Creates a writer for one stream. Lines of several streams are not mixed within a line. */
  stream(): (chunk: Buffer) => void
  /** Passes on the rest, including lines without an end. */
  end(): void
}

/** Output is passed on at most this often. */
const intervalMs = 100
/** The most characters that are kept for the next time; a longer line is passed on in parts. */
const mostKept = 8_000

/**
 * Passes the output of a process to `receive` as plain text: complete lines, at most ten times a second, and
 * of more than 8,000 characters since the last time only the last ones.
 */
export const createLineOutput = (receive: (text: string) => void): LineOutput => {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const ends: (() => void)[] = []
  const flush = (): void => {
    timer = undefined
    const text = stripAnsi(waiting)
    waiting = ''
    if (text !== '') receive(text)
  }
  const add = (text: string): void => {
    waiting += text
    if (waiting.length > mostKept) {
      const end = waiting.slice(-mostKept)
      waiting = `…\n${end.slice(end.indexOf('\n') + 1)}`
    }
    timer ??= setTimeout(flush, intervalMs).unref()
  }
  return {
    stream() {
      const decoder = new StringDecoder('utf8')
      let partial = ''
      const release = (length: number): void => {
        if (length > 0) add(partial.slice(0, length))
        partial = partial.slice(length)
      }
      ends.push(() => release(partial.length))
      return (chunk) => {
        partial += decoder.write(chunk)
        release(partial.length > mostKept ? partial.length : partial.lastIndexOf('\n') + 1)
      }
    },
    end() {
      for (const end of ends) end()
      clearTimeout(timer)
      flush()
    },
  }
}
