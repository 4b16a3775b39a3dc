import { type PlanStatus, readStatus } from '@amelia/core/plugin'

const mark = /[✅✔☑✓🔄🚧⬜⏸⏭🚫⏳]/u
const box = /\s*\[[ xX~-]\]\s*$/

/** Reads a title with a mark or a box around it: `✅ Parser`, `Parser [x]`, `Parser ✅ DONE`. */
export const readMarked = (text: string): { title: string; status: PlanStatus | undefined } => {
  let title = text
  let status: PlanStatus | undefined
  const boxed = box.exec(title)
  if (boxed) {
    status = readStatus(boxed[0].trim())
    title = title.slice(0, boxed.index)
  }
  const at = title.search(mark)
  if (at >= 0) {
    status ??= readStatus(title.slice(at))
    title = at === 0 ? title.replace(/^[\p{So}\uFE0F\s]+/u, '') : title.slice(0, at)
  }
  return { title: dropEnd(title), status }
}

const dropEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && ' —–-:('.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
