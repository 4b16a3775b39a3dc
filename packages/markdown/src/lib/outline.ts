/** What every block has. Lines and columns count from 1; columns in UTF-16 units. */
interface BlockPlace {
  line: number
  column: number
  /** The block's last line. */
  endLine: number
  /** Containers (list items, quotes) around the block: 0 at the top. */
  depth: number
}

export interface HeadingBlock extends BlockPlace {
  kind: 'heading'
  /** 1 to 6. */
  level: number
  /** As written, with its emphasis and links. */
  text: string
}

export interface ParagraphBlock extends BlockPlace {
  kind: 'paragraph'
  /** As written, lines parted by `\n`. */
  text: string
}

export interface ItemBlock extends BlockPlace {
  kind: 'item'
  /** The item's first paragraph as written, without its checkbox; empty where it begins with another block. */
  text: string
  /** State of its checkbox, where it has one. */
  checked?: boolean
  /** `1.`, `-`, `*`: what stands in front. */
  marker: string
  /** Lists around the item: 1 in a list at the top. */
  nesting: number
}

export interface FenceBlock extends BlockPlace {
  kind: 'fence'
  /** What follows the opening marks, trimmed. */
  info: string
  /** The lines between the marks, each ending with `\n`. */
  content: string
}

export interface TableCell {
  /** As written, with `\|` resolved. */
  text: string
  column: number
}

export interface TableRow {
  line: number
  cells: TableCell[]
}

export interface TableBlock extends BlockPlace {
  kind: 'table'
  header: TableCell[]
  /** Every row has as many cells as the header. */
  rows: TableRow[]
}

export interface HtmlBlock extends BlockPlace {
  kind: 'html'
  content: string
}

/** A block of a document. Code that is only indented is no block: nobody reads it. */
export type Block = HeadingBlock | ParagraphBlock | ItemBlock | FenceBlock | TableBlock | HtmlBlock

/** A document as its blocks, in order. An item stands before the blocks that it holds. */
export interface Outline {
  blocks: readonly Block[]
  /** The document, line endings normalised. */
  text: string
  /** Its lines, without their endings. */
  lines: readonly string[]
  /** Where each line begins in `text`. */
  starts: readonly number[]
  /** The YAML between `---` and `---` at the document's beginning. */
  frontMatter?: { text: string; line: number; endLine: number }
}
