import { normalizePhaseId } from '@amelia/core/plugin'
import { dropNumbering, foldHead, titleAfterId } from '@amelia/markdown'

/** The parts of a heading such as `Phase 2A: Backend (5 pts)`. */
export interface HeadingId {
  id: string
  /** The text after the id and the separator. */
  title: string
  /** Whether the heading starts with the word Phase and an id that contains a digit. */
  phase: boolean
}

const maxIdLength = 60

/** Reads the id at the start of a heading: the text before a colon, a dash, a parenthesis or a space. */
export const readHeadingId = (written: string): HeadingId => {
  const heading = foldHead(written)
  let start = 0
  while (start < heading.length && start < 8 && !/[\p{L}\p{N}]/u.test(heading[start] ?? '')) start++
  const text = dropNumbering(heading.slice(start))
  const word = /^phase[ -]/i.test(text)
  const rest = word ? text.slice(6).trimStart() : text
  let end = 0
  while (end < rest.length && end < maxIdLength && !stops(rest, end)) end++
  const id = normalizePhaseId(rest.slice(0, end))
  return { id, title: titleAfterId(rest.slice(end)), phase: word && /\d/.test(id) }
}

const stops = (text: string, at: number): boolean => {
  const character = text[at] ?? ''
  if (character === ' ' || character === ':' || character === '(' || character === '—') return true
  return character === '.' && (text[at + 1] ?? ' ') === ' '
}
