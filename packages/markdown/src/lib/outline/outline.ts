/** Properties of every block. Lines and columns count from 1; columns in UTF-16 units. */
export interface BlockPlace {
  /** The block's first line. */
  line: number
  /** The column of the block's first character. */
  column: number
  /** The block's last line. */
  endLine: number
  /** Containers (list items, quotes) around the block: 0 at the top. */
  depth: number
}

/** A heading, marked with `#` or underlined. */
export interface HeadingBlock extends BlockPlace {
  /** The kind of the block. */
  kind: 'heading'
  /** 1 to 6. */
  level: number
  /** As written, with its emphasis and links. */
  text: string
}

/** A paragraph that is not the first one of an item. */
export interface ParagraphBlock extends BlockPlace {
  /** The kind of the block. */
  kind: 'paragraph'
  /** As written, with lines separated by `\n`. */
  text: string
}

/** An item of a list. */
export interface ItemBlock extends BlockPlace {
  /** The kind of the block. */
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
  /** The box as written, if it is misspelled, such as `[]`, `[y]` or `-[x]`; it is never ticked. */
  misspelled?: string
  /** The marker: `1.`, `-` or `*`. */
  marker: string
  /** Lists around the item: 1 in a list at the top. */
  nesting: number
}

/** Code between two marks of three or more backticks or tildes. */
export interface FenceBlock extends BlockPlace {
  /** The kind of the block. */
  kind: 'fence'
  /** The text after the opening marks, trimmed. */
  info: string
  /** The lines between the marks, each ending with `\n`. */
  content: string
}

/** A cell of a table. */
export interface TableCell {
  /** As written, with `\|` resolved. */
  text: string
  /** The column of the cell's text, from 1 in UTF-16 units. */
  column: number
}

/** A row of a table. */
export interface TableRow {
  /** The row's line, from 1. */
  line: number
  /** The cells, as many as the header has. */
  cells: TableCell[]
}

/** A table with a header. */
export interface TableBlock extends BlockPlace {
  /** The kind of the block. */
  kind: 'table'
  /** The cells of the header. */
  header: TableCell[]
  /** Every row has as many cells as the header. */
  rows: TableRow[]
}

/** A block of HTML. */
export interface HtmlBlock extends BlockPlace {
  /** The kind of the block. */
  kind: 'html'
  /** The HTML as written. */
  content: string
}

/** A block of a document. Indented code without a fence is not a block. */
export type Block = HeadingBlock | ParagraphBlock | ItemBlock | FenceBlock | TableBlock | HtmlBlock

/** How a Markdown fence was read that contains other fences, or the whole document. Lines count from 1. */
export interface FenceChoice {
  /** Its first line. */
  line: number
  /** Its last line if fences are pairs. */
  nested: number
  /** Its last line in CommonMark; absent without an end. */
  common?: number
  /** Reads it as a pair, as CommonMark does, or, if it contains the whole document, not at all. */
  read: 'nested' | 'common' | 'opened'
}

/** A document as its blocks, in order. An item comes before the blocks that it contains. */
export interface Outline {
  /** The blocks, in the order in which they begin. */
  blocks: readonly Block[]
  /** The document, with normalized line endings. */
  text: string
  /** Its lines, without line endings. */
  lines: readonly string[]
  /** The document without front matter, with longer marks of fences, as CommonMark reads it. */
  markdown: string
  /** Offset of the start of each line in `text`. */
  starts: readonly number[]
  /** The Markdown fences that can be read in two ways. */
  fences: readonly FenceChoice[]
  /** The YAML between `---` and `---` at the start of the document. */
  frontMatter?: { text: string; line: number; endLine: number }
}
