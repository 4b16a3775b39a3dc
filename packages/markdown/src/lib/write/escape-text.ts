import { pairTicks, titleText } from '../words/plain-text.ts'

const special = /[\\`*_~[\]!<|]/g

/**
 * Escapes a text as inline Markdown that {@link titleText} reads back: one line, with escaped marks,
 * including `|` for tables and trailing characters that a heading would drop. Code keeps its marks.
 */
export const escapeText = (text: string): string => {
  const line = text.replace(/[^\S\u3000]+/g, ' ').trim()
  const escaped = escape(line)
  if (!line.includes('`')) return escaped
  const coded = escapeAroundCode(line)
  return titleText(coded) === titleText(escaped) ? coded : escaped
}

/** Escapes a line outside its code. Code with a mark that tables or comments would read is escaped too. */
const escapeAroundCode = (line: string): string => {
  const ticks = pairTicks(line)
  let text = ''
  let from = 0
  for (const [start, close] of [...ticks].sort(([one], [other]) => one - other)) {
    if (start < from) continue
    let end = start
    while (line[end] === '`') end++
    const after = close + (end - start)
    const code = line.slice(start, after)
    text += escape(line.slice(from, start)) + (/[|<\\]/.test(code) ? escape(code) : code)
    from = after
  }
  return text + escape(line.slice(from))
}

const escape = (text: string): string =>
  text
    .replace(special, (mark, at: number, whole: string) =>
      // These two have no meaning inside a word, and are common in names.
      (mark === '_' || mark === '!') && isInside(whole, at) ? mark : `\\${mark}`,
    )
    .replace(/(br ?\/?)>/gi, '$1\\>')
    .replace(/ (?=#{1,99}$)/, ' \\')

const isInside = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')
