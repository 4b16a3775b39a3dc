/** Properties of every block. Lines and columns count from 1; columns in UTF-16 units. */
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
  /** As written, with lines separated by `\n`. */
  text: string
}

export interface ItemBlock extends BlockPlace {
  kind: 'item'
  /**
   * The item's first paragraph as written, without its checkbox; empty if the item starts with another block.
   */
  text: string
  /** State of its checkbox, if it has one: whether it is ticked. */
  checked?: boolean
  /** The status that its checkbox gives: ticked (`[x]`), or started (`[~]`, `[-]`). */
  status?: 'done' | 'in_progress'
  /** The sign in its checkbox, if that is neither a space nor an x: `~` in `[~]`. */
  sign?: string
  /** The marker: `1.`, `-` or `*`. */
  marker: string
  /** Lists around the item: 1 in a list at the top. */
  nesting: number
}

export interface FenceBlock extends BlockPlace {
  kind: 'fence'
  /** The text after the opening marks, trimmed. */
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

/** A block of a document. Indented code without a fence is not a block. */
export type Block = HeadingBlock | ParagraphBlock | ItemBlock | FenceBlock | TableBlock | HtmlBlock

/** A document as its blocks, in order. An item comes before the blocks that it contains. */
export interface Outline {
  blocks: readonly Block[]
  /** The document, with normalized line endings. */
  text: string
  /** Its lines, without line endings. */
  lines: readonly string[]
  /** Offset of the start of each line in `text`. */
  starts: readonly number[]
  /** The YAML between `---` and `---` at the start of the document. */
  frontMatter?: { text: string; line: number; endLine: number }
}
