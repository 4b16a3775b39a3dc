import { type PlanStatus, readStatus } from '@amelia/core/plugin'
import { findMark } from './find-mark.ts'
import { foldValue } from './fold-value.ts'
import { foldWidth } from './fold-width.ts'

/** A remark with the spaces around it is not longer. */
const longestRemark = 40
const signs = /^[\p{So}\uFE0F\s:：—–-]+/u
const mark = /[✅✔☑✓🔄🚧⬜⏸⏭🚫⏳]/gu
/** Marks with several meanings, such as a status and a priority. The word after one decides. */
const unclear = /[❌❎🟢🟡🔴]/gu
const box = /\s*\[[ xX~-]\]\s*$/
const remark =
  /\s*[([](completed?|done|finished|in progress|wip|pending|not started|to ?do|skipped|deferred|postponed|paused|on hold|cancell?ed|dropped|abandoned)[)\]]\s*$/i

/** Reads a title with its mark, box or remark: `✅ Parser`, `Parser [x]`, `Parser (done)`, `Parser [Done]`. */
export const readMarked = (text: string): { title: string; status: PlanStatus | undefined } => {
  let title = text
  let status: PlanStatus | undefined
  const boxed = box.exec(foldWidth(title))
  if (boxed) {
    status = readStatus(boxed[0].trim())
    title = title.slice(0, boxed.index)
  }
  const said = remark.exec(title.slice(-longestRemark))
  if (said) {
    status ??= readStatus(said[1] ?? '')
    title = title.slice(0, title.length - said[0].length)
  }
  const other = status === undefined ? findRemark(title) : undefined
  if (other) {
    status = other.status
    title = title.slice(0, other.index)
  }
  const at = title.search(mark) === 0 ? 0 : findMark(title, mark)
  if (at >= 0) {
    status ??= readStatus(foldValue(title.slice(at)))
    title = at === 0 ? title.replace(/^[\p{So}\uFE0F\s]+/u, '') : title.slice(0, at)
  }
  const doubtful = findMark(title, unclear)
  const word = doubtful > 0 ? readStatus(foldValue(title.slice(doubtful).replace(signs, ''))) : undefined
  if (word) {
    status ??= word
    title = title.slice(0, doubtful)
  }
  return { title: dropEnd(title), status }
}

const last = /\s*[([（［]([^()[\]（）［］]{2,20})[)\]）］]\s*$/u

/** Finds a remark in another language at the end of a title that is the word for a status: `(erledigt)`. */
const findRemark = (title: string): { index: number; status: PlanStatus } | undefined => {
  const from = Math.max(0, title.length - longestRemark)
  const found = last.exec(title.slice(from))
  const english = found && foldValue(found[1] ?? '')
  const status = english && english !== found[1] && statuses.has(english) ? readStatus(english) : undefined
  return found && status ? { index: from + found.index, status } : undefined
}

const statuses = new Set(['pending', 'in progress', 'done', 'skipped', 'deferred', 'cancelled'])

/**
 * Returns the mark at the beginning or the end of a title that does not say whether its work is done: a green
 * circle can mean a status or a priority.
 */
export const findUnclearMark = (title: string): string | undefined => {
  const at = title.slice(0, 4).search(unclear) === 0 ? 0 : findMark(title, unclear)
  return at < 0 ? undefined : [...title.slice(at, at + 2)][0]
}

const dropEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && ' —–-:('.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
