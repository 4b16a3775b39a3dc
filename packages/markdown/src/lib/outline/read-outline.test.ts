import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from './outline.ts'
import { readOutline } from './read-outline.ts'

const kinds = (source: string): string[] =>
  readOutline(source).blocks.map((block) => `${block.kind} ${block.line}`)
const only = <Kind extends Block['kind']>(source: string, kind: Kind) =>
  readOutline(source).blocks.filter((block): block is Extract<Block, { kind: Kind }> => block.kind === kind)

test('headings of both kinds', () => {
  expect(only('# A\n\n   ## *B* ##\n\nC\n===\n', 'heading')).toEqual([
    { kind: 'heading', level: 1, text: 'A', line: 1, column: 1, endLine: 1, depth: 0 },
    { kind: 'heading', level: 2, text: '*B*', line: 3, column: 4, endLine: 3, depth: 0 },
    { kind: 'heading', level: 1, text: 'C', line: 5, column: 1, endLine: 6, depth: 0 },
  ])
})

test('items with their checkboxes and nesting stand before what they hold', () => {
  const source = '- [x] one\n  two\n  - [ ] three\n\n    four\n1. [x]\n2) [y] five\n3. # six'
  expect(only(source, 'item')).toMatchObject([
    { text: 'one\ntwo', checked: true, marker: '-', nesting: 1, depth: 0, line: 1, column: 1, endLine: 5 },
    { text: 'three', checked: false, marker: '-', nesting: 2, depth: 1, line: 3, column: 3 },
    { text: '', checked: true, marker: '1.', line: 6 },
    { text: '[y] five', marker: '2)', line: 7 },
    { text: '', marker: '3.', line: 8 },
  ])
  expect(kinds(source)).toEqual([
    'item 1',
    'item 3',
    'paragraph 5',
    'item 6',
    'item 7',
    'item 8',
    'heading 8',
  ])
})

test('fences with their info and their whole content', () => {
  expect(only('~~~~ ts  x=1 \na\n~~~\n\n~~~~\n- ```sh\n  b\n   c\n  ```', 'fence')).toEqual([
    { kind: 'fence', info: 'ts  x=1', content: 'a\n~~~\n\n', line: 1, column: 1, endLine: 5, depth: 0 },
    { kind: 'fence', info: 'sh', content: 'b\n c\n', line: 6, column: 1, endLine: 9, depth: 1 },
  ])
})

test('tables with the place of each cell', () => {
  const [table] = only(
    'text\n\n| A | B\\|c |\n|---|:-:|\n|  1 | `x` |\n| 2 |\n\n> a | b\n> -|-\n> x | y',
    'table',
  )
  expect(table).toMatchObject({
    line: 3,
    endLine: 6,
    header: [
      { text: 'A', column: 3 },
      { text: 'B|c', column: 7 },
    ],
    rows: [
      {
        line: 5,
        cells: [
          { text: '1', column: 4 },
          { text: '`x`', column: 8 },
        ],
      },
      { line: 6, cells: [{ text: '2', column: 3 }, { text: '' }] },
    ],
  })
  expect(only('> a | b\n> -|-\n> x | y', 'table')[0]?.rows[0]?.cells.map((cell) => cell.column)).toEqual([
    3, 7,
  ])
})

test('fault 25: fences, comments and indented code are opaque', () => {
  const inside = '# h\n| a | b |\n|---|---|\n| 1 | 2 |\n- x\n'
  expect(kinds(`\`\`\`\`md\n\`\`\`\n${inside}\`\`\`\n\`\`\`\`\n# out`)).toEqual(['fence 1', 'heading 10'])
  expect(kinds(`~~~\n${inside}~~~\n# out`)).toEqual(['fence 1', 'heading 8'])
  expect(kinds(`<!--\n${inside}\n-->\n# out`)).toEqual(['html 1', 'heading 9'])
  expect(kinds('x\n\n    # h\n    - y\n\n# out')).toEqual(['paragraph 1', 'heading 6'])
  expect(kinds(`\`\`\`\n${inside}`)).toEqual(['fence 1'])
})

test('fault 1: BOM, CRLF and a lone CR give the same blocks on the same lines', () => {
  const source = '---\na: b\n---\n# A\n\n- x\n\n```sh\nb\n```\n'
  const { blocks, lines } = readOutline(source)
  for (const other of [`\ufeff${source}`, source.replaceAll('\n', '\r\n'), source.replaceAll('\n', '\r')]) {
    expect(readOutline(other).blocks).toEqual(blocks)
    expect(readOutline(other).lines).toEqual(lines)
  }
})

test('front matter is read and is not a block', () => {
  expect(readOutline('---\na: 1\n# b\n---\n# C').frontMatter).toEqual({
    text: 'a: 1\n# b',
    line: 1,
    endLine: 4,
  })
  expect(kinds('---\na: 1\n# b\n---\n# C')).toEqual(['heading 5'])
  expect(readOutline('---\n# no end').frontMatter).toBeUndefined()
  expect(readOutline('---\nWords.\n---\n').frontMatter).toBeUndefined()
  expect(readOutline('---\n---\n# A').frontMatter).toBeUndefined()
  expect(readOutline('\n---\na: 1\n---').frontMatter).toBeUndefined()
})

test('the same text again is the same outline', () => {
  const source = '# A'
  expect(readOutline(source)).toBe(readOutline(source))
  readOutline('# B')
  expect(readOutline(source).blocks).toMatchObject([{ text: 'A' }])
})

const hostile: [string, (size: number) => string][] = [
  ['quotes in quotes', (size) => '> '.repeat(size)],
  ['quotes with lazy lines', (size) => `${'> '.repeat(50)}\n${'a\n'.repeat(size)}`],
  ['lists in lists', (size) => '- '.repeat(size)],
  ['items', (size) => '- [ ] a\n'.repeat(size)],
  ['items and paragraphs', (size) => '1. a\n\n   b\n'.repeat(size)],
  [
    'indented lists',
    (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
  ],
  ['unclosed fences', (size) => `${'```\n'.repeat(size)}\``],
  ['fences that are none', (size) => '``` `\n'.repeat(size)],
  ['rows', (size) => `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(size)}`],
  ['columns', (size) => `${'|a'.repeat(size)}\n${'|-'.repeat(size)}\n${'|x\n'.repeat(100)}`],
  ['brackets', (size) => '['.repeat(size)],
  ['emphasis', (size) => '**a _'.repeat(size)],
  ['comments', (size) => '<!-- \n\n'.repeat(size)],
  ['one line', (size) => 'a '.repeat(size)],
]

test.each(hostile)('fault 11, 12: %s: twice the text takes no more than about twice the time', (_, make) => {
  const cpu = (source: string): number => {
    const start = process.cpuUsage()
    readOutline(source)
    return process.cpuUsage(start).user / 1000
  }
  // Quadratic work would be 16 times as much; the floor keeps noise out.
  cpu(make(500))
  const small = Math.max(cpu(make(2_000)), 15)
  const large = make(8_000)
  expect(Math.min(cpu(large), cpu(large), cpu(large))).toBeLessThan(small * 10)
})

test('fault 11: quotes that are too deep end only once', () => {
  const cpu = (pairs: number): number => {
    const start = process.cpuUsage()
    readOutline(`${'> '.repeat(45)}a\nb\n`.repeat(pairs))
    return process.cpuUsage(start).user / 1000
  }
  cpu(100)
  expect(cpu(2_000)).toBeLessThan(Math.max(cpu(125), 10) * 60)
})

test('fault 12: ten thousand levels are capped, and what follows is read', () => {
  expect(kinds(`${'> '.repeat(10_000)}a\n\n# out`)).toEqual(['heading 3'])
  expect(only(`${'- '.repeat(10_000)}a\n\n# out`, 'heading')).toHaveLength(1)
})

test('any text: no throw, every place is inside', () => {
  const piece = fc.constantFrom(
    ...[
      '# ',
      '- ',
      '> ',
      '```',
      '~~~',
      '|',
      '---',
      '\n',
      '\n\n',
      '\r',
      '  ',
      '\t',
      'a',
      '[x] ',
      '<!--',
      '-->',
      '1. ',
      '===',
      '\u2028',
    ],
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(text, (source) => {
      const { blocks, lines } = readOutline(source)
      const inside = (line: number, column: number): void => {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeGreaterThanOrEqual(1)
        expect(column).toBeLessThanOrEqual(Math.max(lines[line - 1]?.length ?? 0, 1))
      }
      let before = 1
      for (const block of blocks) {
        inside(block.line, block.column)
        inside(block.endLine, 1)
        expect(block.line).toBeGreaterThanOrEqual(before)
        before = block.line
        if (block.kind !== 'table') continue
        for (const row of block.rows) {
          expect(row.cells).toHaveLength(block.header.length)
          for (const cell of row.cells) inside(row.line, cell.column)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('misspelled boxes are items with an open box, and links and tags are not', () => {
  const boxes = (source: string) =>
    readOutline(source).blocks.map((block) =>
      block.kind === 'item'
        ? [block.line, block.text, block.checked, block.status, block.misspelled]
        : block.kind,
    )
  expect(boxes('- [x] a\n- [] b\n- [ ]c\n- [x]d\n- [ x] e\n- [y] f\n- [done] g\n-[x] h\n-[ ] i\n')).toEqual([
    [1, 'a', true, 'done', undefined],
    [2, 'b', false, undefined, '[]'],
    [3, 'c', false, undefined, '[ ]c'],
    [4, 'd', false, undefined, '[x]d'],
    [5, 'e', false, undefined, '[ x]'],
    [6, 'f', false, undefined, '[y]'],
    [7, 'g', false, undefined, '[done]'],
    [8, 'h', false, undefined, '-[x]'],
    [9, 'i', false, undefined, '-[ ]'],
  ])
  expect(boxes('text\n-[ ] a\n  -[ ] b\n')).toEqual([
    'paragraph',
    [2, 'a', false, undefined, '-[ ]'],
    [3, 'b', false, undefined, '-[ ]'],
  ])
  const tags =
    '- [ ] a\n- [x](u) b\n- [b][r] c\n- [^1] d\n- [1] e\n- [P] f\n- [US1] g\n- [b]: u\n- [v] h\n- [](u)\n\n[v]: u\n'
  expect(boxes(tags).filter((item) => item[2] === false)).toHaveLength(1)
  expect(boxes('- [y] a\n- [A] b\n- [string] c\n').every((item) => item[2] === undefined)).toBe(true)
  const fence = '- [ ] a\n\n```\n-[ ] b\n- [] c\n```\n'
  expect(readOutline(fence).blocks).toMatchObject([{ kind: 'item' }, { content: '-[ ] b\n- [] c\n' }])
})

test.each([
  ['a comment', '| 1 | x |\n<!-- note -->\n| 2 | y |\n| 3 | z |', [3, 5, 6]],
  ['comments', '| 1 | x |\n<!-- a -->\n<!--\nb\n-->\n| 2 | y |\n<!-- c -->\n| 3 | z |', [3, 8, 10]],
  ['a blank line', '| 1 | x |\n\n| 2 | y |', [3, 5]],
  ['a blank line and a comment', '| 1 | x |\n\n<!-- a -->\n\n| 2 | y |', [3, 7]],
])('%s between rows does not end a table', (_, rows, lines) => {
  const tables = only(`| a | b |\n|---|---|\n${rows}\n\nText | text\n`, 'table')
  expect(tables.map((table) => table.rows.map(({ line }) => line))).toEqual([lines])
  expect(tables[0]?.rows.at(-1)?.cells.map(({ column }) => column)).toEqual([3, 7])
})

test('text, a table and a fence below a table are not rows of it', () => {
  const table = '| a | b |\n|---|---|\n| 1 | x |\n'
  for (const after of ['\nx | y\n', '<!-- a -->\nText\n', '\n```\n| 2 | y |\n```\n'])
    expect(only(table + after, 'table').map(({ rows }) => rows.length)).toEqual([1])
  expect(only(`${table}<!-- a -->\n${table}`, 'table').map(({ rows }) => rows.length)).toEqual([1, 1])
})
