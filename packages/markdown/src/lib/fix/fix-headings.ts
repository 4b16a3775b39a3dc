import { readOutline } from '../outline/read-outline.ts'
import { readSign } from '../words/read-sign.ts'
import { repairHeading } from '../words/repair-heading.ts'

const right = /^#{1,6}[ \t]+\p{L}{2,20}[ \t]+\d[\w.]{0,12}(?::|\s[–—-]\s)/u

/**
 * Fixes headings that are nearly those of a series: see `repairHeading`. The document has a right heading
 * with that word, and none with that number. Changes only headings, and lines of text at the margin.
 */
export const fixHeadings = (source: string): string => {
  const { blocks, lines } = readOutline(source)
  const words = new Set<string>()
  const taken = new Set<string>()
  const mayChange: number[] = []
  for (const block of blocks) {
    const line = lines[block.line - 1] ?? ''
    if (block.kind === 'heading' && block.depth === 0) {
      const sign = right.test(line) ? readSign(line) : undefined
      if (sign) words.add(sign.series)
      if (sign) taken.add(`${sign.series} ${sign.id}`)
      if (block.endLine === block.line) mayChange.push(block.line)
    } else if ((block.kind === 'paragraph' || block.kind === 'item') && block.text.includes('#'))
      for (let at = block.line; at < block.line + block.text.split('\n').length; at++) mayChange.push(at)
  }
  const pieces = source.split(/(\r\n|\r|\n)/)
  for (const line of words.size > 0 ? mayChange : []) {
    const fixed = repairHeading(pieces[(line - 1) * 2] ?? '', words)
    if (!fixed || taken.has(`${fixed.series} ${fixed.id}`)) continue
    taken.add(`${fixed.series} ${fixed.id}`)
    pieces[(line - 1) * 2] = fixed.line
  }
  return pieces.join('')
}
