import type { PlanStatus } from '@amelia/core/plugin'
import { foldHead, readMarked, readType } from '@amelia/markdown'

/** The parts of a heading or a list item before its fields. */
export interface SubtaskHeading {
  id: string
  title: string
  /** The text in parentheses at the end, if it names a type. */
  type?: string
  /** By a mark or a remark at its end. */
  status?: PlanStatus
}

const maxId = 40
const others = new Set(['task', 'phase', 'step', 'batch', 'wave', 'milestone', 'part', 'chapter'])

/**
 * Reads `1a. Title`, `1a: Title` and `1a - Title`, optionally after the word Subtask; undefined without an
 * id that contains a digit.
 */
export const readSubtaskHeading = (heading: string): SubtaskHeading | undefined => {
  const text = foldHead(heading)
  const whole = /^sub-?task\s/i.test(text) ? text.slice(text.search(/\s/)).trim() : text
  const space = whole.search(/\s/)
  const word = space < 0 ? whole : whole.slice(0, space)
  const separated = '.:)'.includes(word.at(-1) ?? ' ')
  const id = separated ? word.slice(0, -1) : word
  if (id.length > maxId || !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(id) || !/\d/.test(id)) return undefined
  if (others.has(id.toLowerCase())) return undefined
  const rest = space < 0 ? '' : whole.slice(space).trim()
  const dash = /^[-–—]\s+/.exec(rest)
  if (!separated && !dash) return undefined
  const written = rest.slice(dash?.[0].length ?? 0).trim()
  const marked = readMarked(written)
  const { title, type } = readType(marked.status ? marked.title : written)
  if (title === '') return undefined
  const { status } = marked
  return { id, title: dropQuotes(title), ...(type && { type }), ...(status && { status }) }
}

const dropQuotes = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
