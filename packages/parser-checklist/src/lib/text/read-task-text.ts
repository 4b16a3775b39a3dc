import { foldHead, foldWidth, isWide, plainText, readFields, titleText } from '@amelia/markdown'

/** The parts of a checkbox's text, such as `T012 [P] [US1] Create the model in src/models/user.py`. */
export interface TaskText {
  /** As written; empty if it has none. */
  id: string
  /** Plain, one line, at most 160 characters. */
  title: string
  /** The complete title as written, with its Markdown. */
  source: string
  /** Number of lines of the title. */
  lines: number
  /** Whether the title was truncated. */
  cut: boolean
  /** `[P]`: may run in parallel with its neighbours. */
  parallel: boolean
  /** `*` at the checkbox or at the id. */
  optional: boolean
}

const maxTitle = 160
const tag = /^\[[\p{L}\p{N}][\p{L}\p{N} ,&+/_.:#-]{0,39}\](?:\s+|$)/u
const ids =
  /^(\[?)(?:([Tt]ask|TASK)\s+)?((?:T|TASK)-?\d{1,6}(?:\.\d{1,4}){0,3}[a-z]{0,2}|\d{1,4}(?:\.\d{1,4}){0,5}[a-z]?)(\]?)(\*?)([.:)]?)(\*?)(?:\s+|$)/

/** Reads the text after a checkbox. */
export const readTaskText = (text: string): TaskText => {
  const lines = text.split('\n')
  let count = 1
  while (count < lines.length && !isDetail((lines[count] ?? '').trim())) count++
  const source = count < lines.length ? lines.slice(0, count).join('\n') : text
  // Removes emphasis around an id; the text after a bare id is converted later.
  let rest = withoutMarks(source)
  let optional = false
  if (rest.startsWith('* ')) {
    optional = true
    rest = rest.slice(2)
  }
  if (rest.includes('(P)')) rest = rest.replace(round, (_, start: string | undefined = '') => `${start}[P]`)
  const before = readTags(rest)
  const found = readId(foldHead(before.rest)) ?? (before.rest === rest ? undefined : readId(foldHead(rest)))
  if (found) {
    rest = found.rest
    optional ||= found.optional
  }
  const isLast = /\s\[P\]\s*$/.test(rest.slice(-20))
  if (isLast) rest = rest.slice(0, rest.lastIndexOf('[P]')).trimEnd()
  const after = readTags(rest)
  const parallel = isLast || after.parallel || (before.parallel && found !== undefined)
  const whole = dropRemarks(titleText(found || after.parallel ? dropSeparator(after.rest) : rest))
  const title = cutTitle(whole)
  return {
    id: found?.id ?? '',
    title,
    source,
    lines: count,
    cut: title !== whole,
    parallel,
    optional,
  }
}

/** `(P)` behind the id, or at the end. */
const round = /^((?:\S{1,40}\s+){0,2})\(P\)(?=\s|$)|(?<=\s)\(P\)(?=\s*$)/u

/**
 * Whether a line of the first paragraph is a field, not part of the title: `_Requirements: 1.2_`,
 * `Files: a.ts`.
 */
const isDetail = (line: string): boolean =>
  line.startsWith('_') || /^\*{0,2}[A-Z][\w ]{0,30}\*{0,2}:/.test(line) || isWideField(line)

const isWideField = (line: string): boolean =>
  isWide(line) &&
  /^[^:：]{1,30}[:：]/.test(line) &&
  readFields([{ kind: 'paragraph', text: line, ...place }]).length > 0

/** A place that no one reads. */
const place = { line: 1, column: 1, endLine: 1, depth: 0 }

const withoutMarks = (source: string): string => {
  if ('*_~'.includes(source[0] ?? '')) return titleText(source)
  if (!source.startsWith('`')) return source
  const plain = plainText(source)
  return readId(readTags(plain).rest) ? plain : source
}

const readId = (text: string): { id: string; optional: boolean; rest: string } | undefined => {
  const match = ids.exec(text)
  if (!match) return undefined
  const [all, open, word, id = '', close, star, sign, late] = match
  if ((open === '[') !== (close === ']')) return undefined
  const optional = star === '*' || late === '*'
  // A bare number can start a sentence: `3 tests pass`.
  if (/^\d+$/.test(id) && word === undefined && sign === '' && !optional) return undefined
  return { id, optional, rest: text.slice(all.length) }
}

const readTags = (text: string): { parallel: boolean; rest: string } => {
  let rest = text
  let parallel = false
  for (let match = tag.exec(foldStart(rest)); match; match = tag.exec(foldStart(rest))) {
    if (ids.test(match[0])) break
    if (/^\[p\]/i.test(match[0])) parallel = true
    rest = rest.slice(match[0].length)
  }
  return { parallel, rest }
}

/** Returns a text with a tag in ASCII: `［Ｐ］`. */
const foldStart = (text: string): string =>
  text[0] === '［' || text[0] === '[' ? foldWidth(text.slice(0, 60)) : text

const dropSeparator = (text: string): string => {
  let at = 0
  while (at < text.length && ' :—–-'.includes(text[at] ?? '')) at++
  return text.slice(at)
}

const remarks = /^(?:\(\d{4}-\d{2}-\d{2}[^)]{0,40}\)\s*)?(?:(?:task:|milestone \d{1,3}:)\s+)?/i

/** Removes what a progress list writes before a title: the date, and `Task:` or `Milestone 2:`. */
const dropRemarks = (text: string): string => text.slice(remarks.exec(text)?.[0].length ?? 0) || text

const cutTitle = (text: string): string => {
  if (text.length <= maxTitle) return text
  const space = text.lastIndexOf(' ', maxTitle - 3)
  return `${text.slice(0, space > maxTitle / 2 ? space : maxTitle - 3).trimEnd()}...`
}
