const separators = ' :：—–-.)・、'
const remark = /^\(([^()]{1,60})\)\s*[:：—–-]\s*(?=\S)/

/**
 * Returns the title in the text after a heading's id, without separators. A remark before the title comes
 * after it: `Base (week 1)` of ` (week 1): Base`.
 */
export const titleAfterId = (text: string): string => {
  let at = 0
  while (at < text.length && separators.includes(text[at] ?? '')) at++
  const title = text.slice(at).trim()
  const before = remark.exec(title)
  return before ? `${title.slice(before[0].length)} (${before[1]})` : title
}
