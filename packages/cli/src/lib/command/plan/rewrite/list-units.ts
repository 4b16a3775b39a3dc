import {
  type Block,
  isBesideWork,
  isCriteriaHeading,
  plainText,
  readOutline,
  readType,
} from '@amelia/markdown'

/** A line of a document that may be work: a heading, a box, a numbered item, or a row of a table. */
export interface SourceUnit {
  kind: 'heading' | 'item' | 'row'
  line: number
  /** The word and the number in front of the title: `Fase` and `1`. */
  word: string
  id: string
  /** The titles that it may have: of a row, each cell. */
  titles: readonly string[]
  /** Whether it has a box, and whether that is ticked. */
  checked: boolean | undefined
  /** The line of the heading that it is below. */
  below: number | undefined
}

const numbered =
  /^(?:(\p{L}{1,20})[ #-]{1,2})?(\p{L}{0,4}-?\d{1,9}(?:[.-]\d{1,4}){0,5}\p{L}?|\p{Lu})(?:\s*[:.)：–—-]+\s+|\s*$)/u

/** Returns the letters and the digits of a title in lower case, without its type, for comparisons. */
export const foldTitle = (text: string): string =>
  (
    readType(plainText(text).trim())
      .title.toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')

/** Splits the first line of a text into its word, its number and its title. */
export const splitHead = (text: string): { word: string; id: string; title: string } => {
  const [line = ''] = plainText(text).trim().split('\n', 1)
  const [head = '', word = '', id = ''] = numbered.exec(line) ?? []
  return { word, id, title: line.slice(head.length).trim() || line }
}

/** Lists the units of a document. Headings about criteria, or about something beside the work, are none. */
export const listUnits = (text: string): SourceUnit[] => {
  const units: SourceUnit[] = []
  let below: number | undefined
  for (const block of readOutline(text).blocks) {
    if (block.kind === 'heading') {
      const heading = headingOf(block)
      below = heading?.line
      if (heading) units.push(heading)
    } else if (block.kind === 'item' && isUnit(block)) {
      const { title, ...own } = splitHead(block.text)
      const head = own.id === '' ? { ...own, id: /\d+/.exec(block.marker)?.[0] ?? '' } : own
      const titles = titlesOf(title)
      units.push({ kind: 'item', line: block.line, ...head, titles, checked: block.checked, below })
    } else if (block.kind === 'table')
      for (const { line, cells } of block.rows) {
        const titles = cells.map((cell) => plainText(cell.text)).filter((cell) => /\p{L}/u.test(cell))
        const { word, id } = splitHead(cells[0]?.text ?? '')
        if (titles.length > 0) units.push({ kind: 'row', line, word, id, titles, checked: undefined, below })
      }
  }
  return units
}

/** A remark about the order, which a plan has as a field. */
const order = /[\s,;:–—-]+[([]?(?:after|depends on|needs|requires|waits for|blocked by)\s[^()[\]]*[)\]]?\s*$/i

/** Returns a title, and without its remark about the order: `Print`, of `Print (after 1)`. */
const titlesOf = (title: string): string[] => {
  const short = title.replace(order, '')
  return short === title || short === '' ? [title] : [title, short]
}

const isUnit = ({ checked, marker, nesting }: Extract<Block, { kind: 'item' }>): boolean =>
  checked !== undefined || (nesting === 1 && /\d/.test(marker))

const headingOf = ({ level, line, text }: Extract<Block, { kind: 'heading' }>): SourceUnit | undefined => {
  const name = plainText(text)
  if (level === 1 || isBesideWork(name) || isCriteriaHeading(name)) return undefined
  const { title, ...head } = splitHead(text)
  return { kind: 'heading', line, ...head, titles: titlesOf(title), checked: undefined, below: undefined }
}
