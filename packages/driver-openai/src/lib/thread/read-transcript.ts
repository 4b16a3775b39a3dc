import { readFileSync } from 'node:fs'
import type { Transcript } from '@amelia/core/plugin'
import { findThreadLog } from './find-thread-log.ts'

/** Reads Codex's log of a session; undefined if there is none. */
export const readTranscript = (home: string, sessionId: string): Transcript | undefined => {
  const path = findThreadLog(home, sessionId)
  return path === undefined ? undefined : { format: 'jsonl', text: readFileSync(path, 'utf8') }
}
