import { closeSync, openSync, readSync } from 'node:fs'
import type { TodoItem } from '@amelia/core/plugin'
import { findThreadLog } from './find-thread-log.ts'
import { add, readThreadLine, type ThreadTotals } from './read-thread-line.ts'

/** The facts in a thread's log so far. */
export interface ThreadFacts {
  totals?: ThreadTotals
  /** The sum of the responses' tokens. Absent if the log has no tokens of single responses. */
  spent?: ThreadTotals
  /** The agent's last todo list. */
  todo?: TodoItem[]
  /** Whether a signal ended the last turn. */
  isAborted: boolean
  /** How many turns a signal has ended. */
  aborts: number
  /** The length of all complete lines, in bytes. */
  length: number
}

/** Codex's log of one thread, to which its program adds lines. */
export interface ThreadLog {
  /** Reads what was added since the last call. */
  read(): ThreadFacts
}

export const openThreadLog = (home: string, threadId: string): ThreadLog => {
  const facts: ThreadFacts = { isAborted: false, aborts: 0, length: 0 }
  let path: string | undefined
  let offset = 0
  let rest = ''
  return {
    read() {
      path ??= findThreadLog(home, threadId)
      if (path === undefined) return facts
      const { text, end } = readFrom(path, offset)
      offset = end
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      facts.length = offset - rest.length
      for (const line of lines) {
        const read = readThreadLine(line)
        if (read?.type === 'totals') facts.totals = read.totals
        else if (read?.type === 'response') facts.spent = add(facts.spent, read.tokens)
        else if (read?.type === 'todo') facts.todo = read.items
        else if (read) {
          facts.isAborted = read.type === 'aborted'
          if (facts.isAborted) facts.aborts += 1
        }
      }
      return facts
    },
  }
}

const readFrom = (path: string, start: number): { text: string; end: number } => {
  const file = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    let end = start
    for (;;) {
      const part = Buffer.alloc(64 * 1024)
      const count = readSync(file, part, 0, part.length, end)
      if (count === 0) break
      parts.push(part.subarray(0, count))
      end += count
    }
    // Latin-1 never splits a character at a chunk boundary, and the relevant lines are ASCII.
    return { text: Buffer.concat(parts).toString('latin1'), end }
  } finally {
    closeSync(file)
  }
}
