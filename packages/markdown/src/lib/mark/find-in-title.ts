import { readStatus } from '@amelia/core/plugin'
import { findMark } from '../words/find-mark.ts'
import { type Change, doneOf, doneSign, findBox, findStatus, openSign } from './find-status.ts'

/** The signs before the text of a line: of quotes, lists and headings. */
const prefix = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])(?=[\s[［]|$)\s*)?(?:#{1,6}\s+)?/
/** Signs that are a status only with a word. */
const unclear = /^(?:⚪|🟡|🏃)/u
const signs = /⬜|◻|☐|🔲|⏳|🔄|🚧/gu
/** `depends: []` declares that there are none. */
const lastBox = /(?<=[^\s:：]\s+)[[［][ \u3000~-]?[\]］](?=[\s*_#]*$)/
const remark = /(?<=[([])[a-z][a-z ]{1,14}(?=[)\]][\s*_#]*$)/i
const doneEnd = /\s+(?:(?:✅|☑|✔|✓)\uFE0F?|\[[xX]\]|[([](?:completed?|done|finished)[)\]])$/iu

/**
 * Finds the box, the sign or the remark in a title that says that work is not done: `- [ ] a`, `## ⬜ a`,
 * `## a [ ]`, `## a (pending)`. `ticked`: a ticked box of the same document.
 */
export const findInTitle = (line: string, ticked?: string): Change | undefined => {
  const start = startOf(line)
  const at = (change: Change | undefined, from: number): Change | undefined =>
    change && { ...change, at: from + change.at }
  const first = line.slice(start, start + 4)
  const box = findBox(first, ticked)
  if (box?.at === 0) return at(box, start)
  const sign = openSign.exec(first)?.[0]
  if (sign !== undefined && !unclear.test(sign)) return { at: start, old: sign, new: doneOf(sign) }
  const last = lastBox.exec(line)
  if (last) return at(findBox(last[0], ticked), last.index)
  const said = remark.exec(line)
  const status = said && readStatus(said[0])
  if (status === 'pending' || status === 'in_progress')
    return at(findStatus(said?.[0] ?? ''), said?.index ?? 0)
  const mark = findMark(line, signs)
  return mark < 0 ? undefined : at(findStatus(line.slice(mark)), mark)
}

/** Adds the mark of finished work to a title, where another title of the document has it. */
export const addMark = (line: string, finished: string): Change | undefined => {
  const rest = finished.slice(prefix.exec(finished)?.[0].length ?? 0)
  const sign = (/^\[[xX]\]/.exec(rest) ?? doneSign.exec(rest))?.[0]
  if (sign !== undefined) return { at: prefix.exec(line)?.[0].length ?? 0, old: '', new: `${sign} ` }
  const end = doneEnd.exec(finished.trimEnd())?.[0]
  return end === undefined ? undefined : { at: line.trimEnd().length, old: '', new: end }
}

/** Returns the index of the text of a line, behind the signs of lists, headings and emphasis. */
export const startOf = (line: string): number => {
  const from = prefix.exec(line)?.[0].length ?? 0
  return from + (/^[*_~]*/.exec(line.slice(from))?.[0].length ?? 0)
}
