import { StringDecoder } from 'node:string_decoder'
import { stripAnsi } from '@amelia/core/plugin'

/** Collects what a process writes and keeps no more than a limit: the beginning and the end. */
export interface BoundedOutput {
  /** One per stream: a character may be split between two chunks. */
  stream(): (chunk: Buffer) => void
  /** Plain text; where the middle is missing a line says how much. */
  read(): { output: string; truncated: boolean }
}

/**
 * Memory stays below about twice the limit, however much is written.
 *
 * @param limit in characters
 */
export const createBoundedOutput = (limit: number): BoundedOutput => {
  const half = Math.max(1, Math.floor(limit / 2))
  let head = ''
  let tail = ''
  let dropped = 0
  const add = (text: string): void => {
    const room = half - head.length
    if (room > 0) head += text.slice(0, room)
    tail += room > 0 ? text.slice(room) : text
    if (tail.length <= half * 2) return
    dropped += tail.length - half
    tail = tail.slice(-half)
  }
  return {
    stream() {
      const decoder = new StringDecoder('utf8')
      return (chunk) => add(decoder.write(chunk))
    },
    read() {
      const surplus = Math.max(0, tail.length - half)
      const left = dropped + surplus
      if (left === 0) return { output: stripAnsi(head + tail), truncated: false }
      const end = tail.slice(surplus)
      // What is left of a line, or of an escape sequence, at the cut says nothing.
      const cut = end.indexOf('\n') + 1
      const middle = `\n[... ${left + cut} characters left out ...]\n`
      return { output: stripAnsi(head) + middle + stripAnsi(end.slice(cut)), truncated: true }
    },
  }
}
