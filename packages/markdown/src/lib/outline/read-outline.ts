import MarkdownIt from 'markdown-it'
import { chooseFences, openWhole } from './choose-fences.ts'
import { createBlockState } from './create-block-state.ts'
import { joinTables } from './join-tables.ts'
import type { Block, ItemBlock, Outline } from './outline.ts'
import { partGluedBoxes } from './part-glued-boxes.ts'
import { readCells } from './read-cells.ts'
import { readCheckbox, readSiblings } from './read-checkbox.ts'
import { normalizeText } from '../words/normalize-text.ts'

/** Maximum nesting; a list counts twice (list and item). It keeps hostile nesting linear. */
const maxLevel = 40

const markdown = new MarkdownIt('default', { html: true, maxNesting: maxLevel + 10 })
// The library calls it with `new`, which an arrow function refuses.
markdown.block.State = function (...args: Parameters<typeof createBlockState>) {
  return createBlockState(...args)
} as unknown as typeof markdown.block.State
// At its own limit the library drops the rest of the document; this rule drops only the rest of the innermost
// container.
markdown.block.ruler.before('table', 'too_deep', (state, startLine, endLine, silent) => {
  if (silent || state.level < maxLevel) return false
  let line = startLine + 1
  // A negative indent marks a line without `>` that continues a quote: all quotes would be read again.
  const isInside = (indent: number): boolean => indent >= state.blkIndent || indent < 0
  while (line < endLine && (state.isEmpty(line) || isInside(state.sCount[line] ?? 0))) line++
  state.line = line
  return true
})
// Reference definitions are read as paragraphs: nothing needs them, and their rule is the slowest.
markdown.block.ruler.disable('reference')

let latest: { source: string; outline: Outline } | undefined

/**
 * Reads the outline of a Markdown document: CommonMark with tables, blocks only.
 *
 * Every string has an outline, computed in linear time. Fences, HTML comments and indented code are opaque.
 * Comments and blank lines between rows do not end a table. CRLF and a lone CR end a line; a byte order mark
 * and front matter are skipped. `chooseFences` decides about Markdown fences inside each other.
 * The latest outline is cached, because several parsers read it: treat it as read-only.
 */
export const readOutline = (source: string): Outline => {
  if (latest?.source === source) return latest.outline
  const outline = build(source)
  latest = { source, outline }
  return outline
}

const build = (source: string): Outline => {
  const written = normalizeText(source)
  const whole = openWhole(written.split('\n'))
  const lines = whole?.lines ?? written.split('\n')
  const text = whole ? lines.join('\n') : written
  const frontMatter = readFrontMatter(lines)
  const hidden = frontMatter ? '\n'.repeat(frontMatter.endLine) : ''
  const body = frontMatter ? hidden + lines.slice(frontMatter.endLine).join('\n') : text
  const fenced = chooseFences(body, (each) => readBlocks(each, lines))
  const blocks = joinTables(fenced.text, (joined) =>
    partGluedBoxes(joined, (each) => readBlocks(each, lines)),
  )
  const starts: number[] = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return {
    blocks,
    text,
    lines,
    markdown: fenced.text,
    starts,
    fences: [...(whole ? [whole.choice] : []), ...fenced.choices],
    ...(frontMatter && { frontMatter }),
  }
}

const frontMatterLine = /^(?:[\p{L}\w."'-]{1,60}:(?:\s|$)|[\s#\]}]|- |$)/u

const readFrontMatter = (lines: string[]): Outline['frontMatter'] => {
  if (lines[0]?.trimEnd() !== '---') return undefined
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]?.trimEnd()
    if (line === '---' || line === '...') {
      // Without keys, `---` is a rule.
      if (at === 1 || !lines.slice(1, at).every((each) => frontMatterLine.test(each))) return undefined
      return { text: lines.slice(1, at).join('\n'), line: 1, endLine: at + 1 }
    }
  }
  return undefined
}

type Token = Parameters<typeof markdown.block.parse>[3][number]

const readBlocks = (body: string, lines: readonly string[]): Block[] => {
  const tokens: Token[] = []
  markdown.block.parse(body, markdown, {}, tokens)
  const blocks: Block[] = []
  /** The item whose first paragraph has not been read yet. */
  let open: ItemBlock | undefined
  let depth = 0
  let nesting = 0
  const lists: ItemBlock[][] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const first = token.map?.[0] ?? 0
    const column = token.map ? columnOf(lines[first] ?? '') : 1
    const endLine = token.map ? lastOf(lines, first, token.map[1]) : 1
    switch (token.type) {
      case 'heading_open': {
        open = undefined
        const text = tokens[at + 1]?.content ?? ''
        blocks.push({
          kind: 'heading',
          level: Number(token.tag[1]),
          text,
          line: first + 1,
          column,
          endLine,
          depth,
        })
        at += 2
        break
      }
      case 'paragraph_open': {
        const text = tokens[at + 1]?.content ?? ''
        if (open && open.line === (token.map?.[0] ?? 0) + 1) {
          Object.assign(open, readCheckbox(text))
        } else {
          blocks.push({ kind: 'paragraph', text, line: first + 1, column, endLine, depth })
        }
        open = undefined
        at += 2
        break
      }
      case 'bullet_list_open':
      case 'ordered_list_open':
        nesting++
        lists.push([])
        break
      case 'bullet_list_close':
      case 'ordered_list_close':
        nesting--
        readSiblings(lists.pop() ?? [], lines)
        break
      case 'list_item_open': {
        const marker = `${token.info}${token.markup}`
        open = { kind: 'item', text: '', marker, nesting, line: first + 1, column, endLine, depth }
        blocks.push(open)
        lists.at(-1)?.push(open)
        depth++
        break
      }
      case 'blockquote_open':
        depth++
        break
      case 'list_item_close':
      case 'blockquote_close':
        open = undefined
        depth--
        break
      case 'fence':
        open = undefined
        blocks.push({
          kind: 'fence',
          info: token.info.trim(),
          content: token.content,
          line: first + 1,
          column,
          endLine: Math.max(token.map?.[1] ?? 0, first + 1),
          depth,
        })
        break
      case 'html_block':
        open = undefined
        blocks.push({ kind: 'html', content: token.content, line: first + 1, column, endLine, depth })
        break
      case 'table_open': {
        open = undefined
        const table: Block = { kind: 'table', header: [], rows: [], line: first + 1, column, endLine, depth }
        at = readTable(tokens, at + 1, lines, table)
        blocks.push(table)
        break
      }
    }
  }
  return blocks
}

/** Returns the last non-blank line from `first` (from 0) up to `end`. */
const lastOf = (lines: readonly string[], first: number, end: number): number => {
  let last = Math.max(first, Math.min(end, lines.length) - 1)
  while (last > first && lines[last]?.trim() === '') last--
  return last + 1
}

/** Reads up to the end of the table and returns its position. */
const readTable = (
  tokens: Token[],
  from: number,
  lines: readonly string[],
  table: Extract<Block, { kind: 'table' }>,
): number => {
  let columns: number[] = []
  let cells: Extract<Block, { kind: 'table' }>['header'] = []
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.type === 'table_close') return at
    if (token.type === 'tr_open') {
      const line = (token.map?.[0] ?? 0) + 1
      columns = readCells(lines[line - 1] ?? '')
      cells = []
      if (line === table.line) table.header = cells
      else table.rows.push({ line, cells })
    } else if (token.type === 'inline') {
      cells.push({ text: token.content, column: columns[cells.length] ?? columns[0] ?? 1 })
    }
  }
  return tokens.length
}

/** Returns the column of a line's first character, without quote marks. */
const columnOf = (line: string): number => {
  let at = 0
  while (at < line.length && (line[at] === ' ' || line[at] === '\t' || line[at] === '>')) at++
  return at < line.length ? at + 1 : 1
}
