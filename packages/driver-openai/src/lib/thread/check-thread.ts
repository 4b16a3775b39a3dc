import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNumber, readRecord } from '@amelia/agent-process'
import { findThreadLog } from './find-thread-log.ts'

/** The file with the length that a thread's log had, beside Codex's own files. */
const noteOf = (home: string, threadId: string): string => join(home, 'amelia', `${threadId}.length`)

/** Notes how long a thread's log is, for {@link checkThread}. */
export const noteLength = (home: string, threadId: string, length: number): void => {
  mkdirSync(join(home, 'amelia'), { recursive: true, mode: 0o700 })
  writeFileSync(noteOf(home, threadId), `${length}\n`)
}

/**
 * Checks that a thread can be resumed with all it did. Returns the reason if it cannot.
 *
 * Codex resumes whatever is left of a log, and then lacks the rest of the conversation without a word. So the
 * log must be at least as long as it was, and its numbered lines must be complete. A last line without an end
 * is ignored, as by Codex: its writer was killed.
 */
export const checkThread = (home: string, threadId: string): string | undefined => {
  const path = findThreadLog(home, threadId)
  if (path === undefined) return 'its log does not exist'
  const bytes = readFileSync(path)
  if (bytes.length < readNote(home, threadId)) return 'the end of its log is missing'
  const lines = bytes.toString('utf8').split('\n').slice(0, -1)
  let next: number | undefined
  for (const line of lines) {
    const record = readLine(line)
    if (record === undefined) return 'a line of its log is damaged'
    const ordinal = readNumber(record['ordinal'])
    if (ordinal !== undefined && ordinal !== (next ?? 0)) return 'a part of its log is missing'
    if (ordinal !== undefined) next = ordinal + 1
  }
  return lines.length === 0 ? 'its log is empty' : undefined
}

/** 0 for a thread of another program. */
const readNote = (home: string, threadId: string): number => {
  try {
    return Number(readFileSync(noteOf(home, threadId), 'utf8')) || 0
  } catch {
    return 0
  }
}

const readLine = (line: string): Record<string, unknown> | undefined => {
  try {
    return readRecord(JSON.parse(line))
  } catch {
    return undefined
  }
}
