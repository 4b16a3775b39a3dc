import { readOutline } from '../outline/read-outline.ts'

const misspelled =
  /^([\ufeff \t]{0,40}(?:[-*+]|\d{1,9}[.)]))([ \t]{0,4})\[([ xX~-]?|[xX][ \t]{1,3}|[ \t]{1,3}[xX][ \t]{0,3})\]([ \t]*)(?=[^\s([:])/
const box = /^[\ufeff \t]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}\[[ xX~-]\][ \t]/m
/** A fix can make a line an item, and a line inside it readable. */
const mostPasses = 4

/**
 * Fixes misspelled checkboxes, and changes no other line: `-[ ] x`, `- [] x`, `- [ ]x` become `- [ ] x`.
 *
 * Changes only lines of paragraphs and list items, in a document that has a checkbox, right or misspelled.
 */
export const fixBoxes = (source: string): string => {
  let text = source
  for (let pass = 0; pass < mostPasses; pass++) {
    const fixed = fixOnce(text)
    if (fixed === text) return text
    text = fixed
  }
  return fixOnce(text) === text ? text : source
}

const fixOnce = (source: string): string => {
  const { blocks } = readOutline(source)
  const hasBox = box.test(source) || blocks.some((block) => block.kind === 'item' && block.misspelled)
  if (!hasBox) return source
  const pieces = source.split(/(\r\n|\r|\n)/)
  for (const block of blocks) {
    if (block.kind !== 'paragraph' && block.kind !== 'item') continue
    const count = block.text === '' ? 1 : block.text.split('\n').length
    for (let line = block.line; line < block.line + count; line++) {
      const at = (line - 1) * 2
      pieces[at] = fixLine(pieces[at] ?? '')
    }
  }
  return pieces.join('')
}

const fixLine = (line: string): string => {
  const match = misspelled.exec(line)
  if (!match) return line
  const [all, marker = '', before = '', mark = '', after = ''] = match
  if (before !== '' && mark.length === 1 && after !== '') return line
  // `*[x] y*` is emphasis, and `[]string` is a type.
  if ((before === '' && /[*+]$/.test(marker)) || (mark === '' && after === '')) return line
  return `${marker}${before || ' '}[${mark.trim() || ' '}]${after || ' '}${line.slice(all.length)}`
}
