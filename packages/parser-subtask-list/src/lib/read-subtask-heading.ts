import { foldHead, readType } from '@amelia/markdown'

/** The parts of a heading or a list item before its fields. */
export interface SubtaskHeading {
  id: string
  title: string
  /** The text in parentheses at the end, if it names a type. */
  type?: string
}

const maxId = 40
const others = new Set(['task', 'phase', 'step', 'batch', 'wave', 'milestone', 'part', 'chapter'])

/**
 * Reads `1a. Title`, `1a: Title` and `1a - Title`, optionally after the word Subtask; undefined without an
 * id that contains a digit.
 */
export const readSubtaskHeading = (written: string): SubtaskHeading | undefined => {
  const text = foldHead(written)
  const whole = /^sub-?task\s/i.test(text) ? text.slice(text.search(/\s/)).trim() : text
  const space = whole.search(/\s/)
  const word = space < 0 ? whole : whole.slice(0, space)
  const marked = '.:)'.includes(word.at(-1) ?? ' ')
  const id = marked ? word.slice(0, -1) : word
  if (id.length > maxId || !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(id) || !/\d/.test(id)) return undefined
  if (others.has(id.toLowerCase())) return undefined
  const rest = space < 0 ? '' : whole.slice(space).trim()
  const dash = /^[-–—]\s+/.exec(rest)
  if (!marked && !dash) return undefined
  const { title, type } = readType(rest.slice(dash?.[0].length ?? 0).trim())
  if (title === '') return undefined
  return { id, title: dropQuotes(title), ...(type && { type }) }
}

const dropQuotes = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
