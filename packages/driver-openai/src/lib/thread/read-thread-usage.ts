import { statSync } from 'node:fs'
import type { Usage } from '@amelia/core/plugin'
import { findThreadLog } from './find-thread-log.ts'
import { noTokens } from './read-thread-line.ts'
import { openThreadLog } from './thread-log.ts'

/** In bytes. A log of 500 turns has 5 to 20 MB. */
const maxBytes = 256_000_000

/**
 * Reads the usage of a thread, all its sessions included, from Codex's log. Undefined without a log.
 * Throws for a log that is too long to be read.
 */
export const readThreadUsage = (home: string, threadId: string): Usage | undefined => {
  const path = findThreadLog(home, threadId)
  if (path === undefined) return undefined
  const { size } = statSync(path)
  if (size > maxBytes) throw new Error(`${path} has ${size} bytes: a log of this size is not read.`)
  const { spent, totals } = openThreadLog(home, threadId).read()
  return { ...(spent ?? totals ?? noTokens) }
}
