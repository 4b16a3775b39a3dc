import type { PlanStatus } from '@amelia/core/plugin'
import { foldHead, foldLabel, foldWidth } from '@amelia/markdown'

/** The parts of a line such as `1a. "Write tests" -> type: test -> depends: []`, every value as written. */
export interface SubtaskLine {
  id: string
  title: string
  /** The status that its checkbox gives, if any. */
  boxed?: PlanStatus
  values: ReadonlyMap<SubtaskKey, string>
  /** Other keys after an arrow, which mean nothing. */
  unknown: string[]
}

/** Keys after an arrow. */
export type SubtaskKey = 'type' | 'depends' | 'files' | 'phase' | 'status'

const keyAfterArrow =
  /[ \t]*(?:(type|depends(?:[ _]on)?|dependencies|deps|files(?:[ _]touched)?|status|[\u3040-\u9fff\uac00-\ud7a3]{2,8})[ \t]*:|(phase)(?![\p{L}\p{N}])[ \t]*:?)/iuy
const otherKey = /[ \t]{0,8}([\p{L}_-]{1,20})[ \t]{0,8}:/uy
/** The end of a title in quotes. */
const closing = /["'”’」』][ \t]{0,8}$/
const arrow = /[→⇒]|[-=]>/g
const mayHaveArrow = /[→⇒>＞]/
const maxId = 60

/**
 * Reads a line; undefined without an arrow to `type` or `depends`, and only the title without an id.
 */
export const readSubtaskLine = (line: string): SubtaskLine | { title: string } | undefined => {
  const parts = readParts(line)
  if (!parts) return undefined
  const { head, values } = parts
  if (!values.has('type') && !values.has('depends')) return undefined
  const { text: written, boxed } = dropMarker(head)
  const text = foldHead(written)
  const space = text.search(/[ \t]/)
  const word = space < 0 ? text : text.slice(0, space)
  const rest = space < 0 ? '' : text.slice(space).trim()
  const id = trimId(word)
  const title = unquote(rest)
  if (!isId(id) || title === '') return { title: text }
  // Without a separator or a quoted title, the first word is not an id.
  if (id === trimMarks(word) && title === rest) return { title: text }
  return { id, title, values, unknown: parts.unknown, ...(boxed && { boxed }) }
}

/** Returns whether a text can be an id. Whether the id is valid is checked later. */
const isId = (id: string): boolean =>
  id.length <= maxId && /[\p{L}\p{N}]/u.test(id) && !/["'{}[\]()|<>=,;]/.test(id)

/**
 * Splits a line into the text before the first arrow and the values of the keys; the first of repeated keys
 * wins.
 */
const readParts = (
  written: string,
): { head: string; values: Map<SubtaskKey, string>; unknown: string[] } | undefined => {
  if (!mayHaveArrow.test(written)) return undefined
  // Both have the same length.
  const line = foldWidth(written)
  const found: { at: number; key: SubtaskKey | undefined; from: number }[] = []
  const unknown: string[] = []
  for (const { index: at, 0: sign } of line.matchAll(arrow)) {
    keyAfterArrow.lastIndex = at + sign.length
    const match = keyAfterArrow.exec(line)
    const key = match ? keyOf(foldLabel(match[1] ?? match[2] ?? '').toLowerCase()) : undefined
    if (key) found.push({ at, key, from: keyAfterArrow.lastIndex })
    if (key) continue
    otherKey.lastIndex = at + sign.length
    const [, other] = otherKey.exec(line) ?? []
    // An arrow in a title without quotes is a part of it.
    if (other === undefined || !(found.length > 0 || closing.test(line.slice(Math.max(0, at - 9), at))))
      continue
    found.push({ at, key: undefined, from: at })
    unknown.push(other)
  }
  const [first] = found
  if (!first) return undefined
  const values = new Map<SubtaskKey, string>()
  found.forEach(({ key, from }, index) => {
    if (key && !values.has(key)) values.set(key, line.slice(from, found[index + 1]?.at ?? line.length).trim())
  })
  return { head: written.slice(0, first.at).trim(), values, unknown }
}

const keyOf = (name: string): SubtaskKey | undefined => {
  if (name.startsWith('dep')) return 'depends'
  if (name.startsWith('files')) return 'files'
  return name === 'type' || name === 'phase' || name === 'status' ? name : undefined
}

const statuses: Record<string, PlanStatus | undefined> = { x: 'done', '~': 'in_progress', '-': 'in_progress' }

/** Returns the text after the marks of headings, lists and checkboxes. */
const dropMarker = (head: string): { text: string; boxed?: PlanStatus | undefined } => {
  const text = head.replace(/^(?:#{1,6}|[-*+])[ \t]+/, '').trimStart()
  const folded = foldWidth(text.slice(0, 10))
  const [all, mark = ''] = /^\[([ xX]|[^\p{L}\p{N}\s[\]])\][ \t]+/u.exec(folded) ?? []
  if (all === undefined) return { text }
  const boxed = statuses[mark.toLowerCase()]
  return { text: text.slice(all.length).trimStart(), boxed }
}

const trimMarks = (word: string): string => {
  let from = 0
  let to = word.length
  while (from < to && '*`'.includes(word[from] ?? '')) from++
  while (to > from && '*`'.includes(word[to - 1] ?? '')) to--
  return word.slice(from, to)
}

const trimId = (word: string): string => {
  const inner = trimMarks(word)
  return trimMarks('.:)'.includes(inner.at(-1) ?? ' ') ? inner.slice(0, -1) : inner)
}

const quotes = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['＂', '＂'],
])

const unquote = (text: string): string => {
  const close = quotes.get(text[0] ?? '')
  return close !== undefined && text.length > 1 && text.endsWith(close) ? text.slice(1, -1).trim() : text
}
