import { type PlanStatus, readStatus } from '@amelia/core/plugin'
import { foldHead, foldValue, readMarked } from '@amelia/markdown'

/** The parts of a heading such as `Task 1.2: Parser (impl)`. */
export interface TaskHeading {
  /** The id in lower case. */
  id: string
  title: string
  status?: PlanStatus
}

const separator = /^(?:\s*:|\s*[–—]|\s+-(?=\s)|\.(?=\s|$))\s*/

/**
 * Reads the plain text of a heading; undefined if it is not a task. Status marks are accepted at both ends.
 */
export const readTaskHeading = (written: string): TaskHeading | undefined => {
  const text = foldHead(written)
  let start = /^\[[ x]\]/i.test(text) ? 3 : 0
  while (start < text.length && start < 8 && !/[a-z0-9]/i.test(text[start] ?? '')) start++
  const match = /^task\s+(\d{1,9}(?:\.\d{1,9}){0,9}[a-z]?)(?![\w.]*\w)/i.exec(text.slice(start))
  if (!match) return undefined
  const rest = text.slice(start + match[0].length)
  const parted = separator.exec(rest)
  if (!parted && rest.trim() !== '') return undefined
  const named = rest.slice(parted?.[0].length ?? 0).trim()
  const marked = readMarked(named)
  const title = marked.status ? marked.title : named
  const status = (start > 0 ? readStatus(foldValue(text)) : undefined) ?? marked.status
  return { id: (match[1] ?? '').toLowerCase(), title, ...(status && { status }) }
}
