import type { Block } from './outline.ts'

const glued = /^([ \t]{0,40}(?:-|\d{1,9}[.)]))(\[[ xX~-]\][ \t]+\S)/
const anyGlued = /[-.)]\[[ xX~-]\][ \t]/
/** A line that becomes an item can make the line below it an item. */
const mostPasses = 4

/**
 * Reads the blocks of a document with misspelled boxes such as `-[ ] x` as items, which Markdown reads as
 * text. Only lines of paragraphs and items are changed, and no column but that of the item's text.
 */
export const partGluedBoxes = (source: string, read: (source: string) => Block[]): Block[] => {
  let blocks = read(source)
  if (!anyGlued.test(source)) return blocks
  const lines = source.split('\n')
  const parted = new Map<number, string>()
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = parted.size
    for (const block of blocks) {
      if (block.kind !== 'paragraph' && block.kind !== 'item') continue
      const last = block.line + block.text.split('\n').length
      for (let line = block.line; line < last; line++) {
        const [, marker, rest] = glued.exec(lines[line - 1] ?? '') ?? []
        if (marker === undefined || rest === undefined) continue
        parted.set(line, `${marker.trim()}${rest.slice(0, 3)}`)
        lines[line - 1] = `${marker} ${(lines[line - 1] ?? '').slice(marker.length)}`
      }
    }
    if (parted.size === before) break
    blocks = read(lines.join('\n'))
  }
  for (const block of blocks) {
    const misspelled = block.kind === 'item' ? parted.get(block.line) : undefined
    if (block.kind !== 'item' || misspelled === undefined || block.checked === undefined) continue
    delete block.status
    delete block.sign
    Object.assign(block, { checked: false, misspelled })
  }
  return blocks
}
