import { type PlanStatus, readStatus } from '@amelia/core/plugin'
import { findMark } from './find-mark.ts'
import { foldValue } from './fold-value.ts'
import { foldWidth } from './fold-width.ts'

const mark = /[✅✔☑✓🔄🚧⬜⏸⏭🚫⏳]/gu
const box = /\s*\[[ xX~-]\]\s*$/
const remark =
  /\s*\((completed?|done|finished|in progress|wip|pending|not started|to ?do|skipped|deferred|cancell?ed)\)\s*$/i

/** Reads a title with its mark, box or remark: `✅ Parser`, `Parser [x]`, `Parser (done)`. */
export const readMarked = (text: string): { title: string; status: PlanStatus | undefined } => {
  let title = text
  let status: PlanStatus | undefined
  const boxed = box.exec(foldWidth(title))
  if (boxed) {
    status = readStatus(boxed[0].trim())
    title = title.slice(0, boxed.index)
  }
  const said = remark.exec(title)
  if (said) {
    status ??= readStatus(said[1] ?? '')
    title = title.slice(0, said.index)
  }
  const at = title.search(mark) === 0 ? 0 : findMark(title, mark)
  if (at >= 0) {
    status ??= readStatus(foldValue(title.slice(at)))
    title = at === 0 ? title.replace(/^[\p{So}\uFE0F\s]+/u, '') : title.slice(0, at)
  }
  return { title: dropEnd(title), status }
}

const dropEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && ' —–-:('.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
