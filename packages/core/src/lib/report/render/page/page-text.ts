import { stripAnsi } from '../../../text/strip-ansi.ts'
import { plainLabel } from '../plain-label.ts'

/**
 * Reduces foreign text to one line of a Markdown page. Code spans stay; nothing else in it acts as a link, an
 * image, HTML, a mention or a reference to an issue, and no table ends at it.
 */
export const pageText = (text: string): string =>
  plainLabel(text)
    .split(/(`[^`]{1,400}`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : escapeText(piece)))
    .join('')
    .replaceAll('|', '\\|')

const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replace(/#(?=\d)/g, '&#35;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replace(/[[\]`]/g, '\\$&')
    .replaceAll('://', ':&#47;&#47;')

/** Quotes foreign text, line by line, as {@link pageText} reduces a line. Lines stay indented. */
export const quoteText = (text: string): string =>
  stripAnsi(text)
    .split('\n')
    .map((line) => `> ${/^ */.exec(line)?.[0]}${pageText(line)}`.trimEnd())
    .join('\n')

/** Cuts foreign text to a length, at the end of a word. */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text
  const start = text.slice(0, length)
  const end = start.lastIndexOf(' ')
  return `${(end > length / 2 ? start.slice(0, end) : start).trimEnd()} …`
}

/** Renders a Markdown table without the columns, after the first two, that are empty in all rows. */
export const pageTable = (headers: readonly string[], rows: readonly (readonly string[])[]): string => {
  const kept = headers.map((_, index) => index < 2 || rows.some((row) => row[index] !== ''))
  const line = (cells: readonly string[]): string =>
    `| ${cells.filter((_, index) => kept[index]).join(' | ')} |`
  return [line(headers), `|${'---|'.repeat(kept.filter(Boolean).length)}`, ...rows.map(line)].join('\n')
}
