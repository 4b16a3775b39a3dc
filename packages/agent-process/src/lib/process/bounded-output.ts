import { StringDecoder } from 'node:string_decoder'
import { stripAnsi } from '@amelia/core/view'

/** Counts the line ends among the first `length` characters of a text. */
const countLineEnds = (text: string, length: number): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < length; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Collects the output of a process up to a limit: its beginning and its end. */
export interface BoundedOutput {
  /** Creates a writer for one stream: a character may be split between two of its chunks. */
  stream(): (chunk: Buffer) => void
  /** The output as plain text. A line in the middle states how much was left out. */
  read(): { output: string; truncated: boolean }
}

/**
 * Creates a collector whose memory stays below about twice the limit.
 *
 * @param limit in characters
 */
export const createBoundedOutput = (limit: number): BoundedOutput => {
  const half = Math.max(1, Math.floor(limit / 2))
  let head = ''
  let tail = ''
  let dropped = 0
  let droppedLines = 0
  const add = (text: string): void => {
    const room = half - head.length
    if (room > 0) head += text.slice(0, room)
    tail += room > 0 ? text.slice(room) : text
    if (tail.length <= half * 2) return
    const surplus = tail.length - half
    dropped += surplus
    droppedLines += countLineEnds(tail, surplus)
    tail = tail.slice(surplus)
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
      // Drops the partial line, or partial escape sequence, at the cut.
      const cut = end.indexOf('\n') + 1
      const whole = head.includes('\n') ? head.slice(0, head.lastIndexOf('\n')) : head
      const lines = droppedLines + countLineEnds(tail, surplus + cut)
      const middle = `\n[… ${lines} lines (${left + cut + head.length - whole.length} characters) left out …]\n`
      return { output: stripAnsi(whole) + middle + stripAnsi(end.slice(cut)), truncated: true }
    },
  }
}
