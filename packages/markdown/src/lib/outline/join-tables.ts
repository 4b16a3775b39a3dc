import type { Block, TableBlock } from './outline.ts'

/**
 * Reads the blocks of a document, with tables that continue after comments and blank lines, which end a table
 * in Markdown: an author who writes `<!-- amelia:allow-secret -->` above a row means one table. Tables inside
 * lists and quotes stay as they are.
 */
export const joinTables = (source: string, read: (source: string) => Block[]): Block[] => {
  const blocks = read(source)
  const lines = source.split('\n')
  const gaps = new Set<number>()
  /** The table that is being read, the last line of its rows, and the last line of comments below them. */
  let open: { table: TableBlock; end: number; last: number } | undefined
  for (const block of blocks) {
    if (block.depth > 0) {
      open = undefined
    } else if (block.kind === 'table') {
      open = { table: block, end: block.endLine, last: block.endLine }
    } else if (open && isComment(block)) {
      open.last = block.endLine
    } else if (open && block.kind === 'paragraph' && isRow(block, open.table, lines, open.last)) {
      for (let line = open.end + 1; line < block.line; line++) gaps.add(line)
      open.end = block.endLine
      open.last = block.endLine
    } else {
      open = undefined
    }
  }
  if (gaps.size === 0) return blocks
  // An empty row in place of each line that ends the table; no table has it afterwards.
  const joined = lines.map((line, at) => (gaps.has(at + 1) ? '|' : line))
  const whole = read(joined.join('\n'))
  for (const block of whole) {
    if (block.kind === 'table') block.rows = block.rows.filter(({ line }) => !gaps.has(line))
  }
  return whole
}

const isComment = (block: Block): boolean => {
  if (block.kind !== 'html') return false
  const content = block.content.trim()
  return content.startsWith('<!--') && content.indexOf('-->') === content.length - 3
}

/** Returns whether a paragraph begins with a row of a table, as that table writes its rows. */
const isRow = (
  { text, line }: Block & { kind: 'paragraph' },
  table: TableBlock,
  lines: readonly string[],
  last: number,
): boolean => {
  if (text.startsWith('|')) return lines[table.line - 1]?.trimStart().startsWith('|') === true
  // Without the mark at its beginning, a line behind a blank one is prose.
  return line === last + 1 && text.split('\n', 1)[0]?.includes('|') === true
}
