import { expect, test } from 'vitest'
import { phaseTable } from './phase-table.ts'

const parser = phaseTable()
const parse = (source: string) => parser.parse(source)
const shown = (source: string) =>
  parse(source).plan?.phases.map(({ id, title, dependsOn = [], status = '' }) =>
    [id, title, dependsOn.join(' '), status].join('|'),
  )
const codes = (source: string) =>
  parse(source).issues.map(({ severity, code, line }) => `${severity} ${code} ${line}`)
const table = (header: string, ...rows: string[]): string =>
  [header, header.replace(/[^|]+/g, '---'), ...rows, ''].map((line) => line && `|${line}|`).join('\n')

test('a table may depend on rows of an earlier one with its header; ids are unique over both', () => {
  const header = 'Owner|Task|Days|Needs'
  const first = table(header, 'x|A-1|1|', 'y|A-2|1|A-1')
  const second = table(header, 'x|B-1|1|A-2', 'y|B-2|1|A-1, A-2')
  const expected = ['a1|A-1||', 'a2|A-2|a1|', 'b1|B-1|a2|', 'b2|B-2|a1 a2|']
  expect(shown(`## Week 1\n\n${first}\n## Week 2\n\n${second}`)).toEqual(expected)
  const named = 'ID|Task|Depends On'
  expect(shown(`${table(named, '1|T1|-', '2|T2|T1')}\n${table(named, '1|T3|T2')}`)).toEqual([
    ...['t1|T1||', 't2|T2|t1|', 't3|T3|t2|'],
  ])
})

test('tables whose numbers begin again stay apart', () => {
  const one = table('#|Task|Depends On', '1|a|-', '2|b|1')
  const other = table('#|Task|Depends On', '1|c|-', '2|d|1')
  expect(shown(`## Plan A\n\n${one}\n## Plan B\n\n${other}`)).toHaveLength(4)
})

const unknown = (name: string, cells = ['', 'A1', 'A1, A2']): string =>
  table(`Iş|Ad|${name}`, `A1|x|${cells[0]}`, `A2|y|${cells[1]}`, `A3|z|${cells[2]}`)

test('an unknown header is the dependency column by the shape of its cells, with a warning', () => {
  for (const name of ['Bağımlılık', 'Wymaga', 'Quelle', 'X'])
    expect(shown(unknown(name))).toEqual(['a1|x||', 'a2|y|a1|', 'a3|z|a1 a2|'])
  expect(codes(unknown('Wymaga'))).toEqual(['warning ORDER_GUESSED 1'])
  expect(shown(unknown('Wymaga', ['-', 'A1', 'A1-A2']))?.[2]).toBe('a3|z|a1 a2|')
  expect(shown(unknown('Wymaga', ['-', '-', 'all']))?.[2]).toBe('a3|z|a1 a2|')
  expect(parser.detect(unknown('Wymaga'))).toBeGreaterThan(0.5)
})

test.each([
  ['words beside ids', unknown('X', ['', 'after A1', 'A2'])],
  ['unknown ids', unknown('X', ['', 'A1', 'A9'])],
  ['its own row', unknown('X', ['', 'A2', 'A1'])],
  ['a cycle', unknown('X', ['', 'A3', 'A2'])],
  ['no empty cell', unknown('X', ['A2', 'A1', 'A1'])],
  ['only empty cells', unknown('X', ['', '-', ''])],
  ['later rows', unknown('X', ['A2', 'A3', ''])],
  ['bare numbers', table('N|Ad|X', '1|x|', '2|y|1', '3|z|2')],
  ['two such columns', table('N|X|Y', 'A1||', 'A2|A1|A1')],
])('but not with %s', (_, source) => {
  expect(parser.detect(source)).toBe(0)
})

test.each(
  (
    'Parallel with,Blocks,Enables,Related,Replaces,Previous,Estimate,Days,Points,Priority,Unblocks,Next,' +
    'Required by,See also,Supersedes,Followed by,Blockiert,Ersetzt,Priorität,Bloquea,Anteriores,Remplace,' +
    'Parallelizzabile,Priorità,Блокирует,Приоритет'
  ).split(','),
)('nor below %s', (name) => {
  expect(parser.detect(unknown(name))).toBe(0)
})

test('headings of phases without a row are preferred to a guessed table', () => {
  const source = `${unknown('Wymaga')}\n## Phase 1: a\n\n## Phase 2: b\n`
  expect(shown(source)).toEqual(['1|a||', '2|b|1|'])
})

test('a table with a status column is a plan: one row is enough, and the id may be in the cell of the name', () => {
  expect(shown(table('Phase|Status|Description', '1|done|Base'))).toEqual(['1|Base||done'])
  const german = table('Status|Phase|Description', '[x]|1. DB|a', '[ ]|2. UI|b', '|3. API|c')
  expect(shown(german)).toEqual(['1|DB||done', '2|UI|1|pending', '3|API|2|'])
  expect(parse(german).plan?.phases[1]?.body).toBe('b')
  expect(shown(table('Step|State', 'Set up|✅ Complete', 'Build|open'))).toEqual([
    ...['1|Set up||done', '2|Build|1|pending'],
  ])
  expect(shown(table('#|Task|Status', '1|a|done', '2|b|'))).toEqual(['1|a||done', '2|b|1|'])
  expect(codes(german)).toEqual(['warning ORDER_GUESSED 1'])
})

test('a language without words works by its marks and numbers', () => {
  const rows = table('Faz|Açıklama|Durum', '1|Temel|✅', '2|Ekran|⬜')
  expect(shown(rows)).toEqual(['1|Temel||done', '2|Ekran|1|pending'])
  expect(shown(table('Etap|Stan', '1. Baza|[x]', '2. Ekran|[ ]'))).toEqual([
    '1|Baza||done',
    '2|Ekran|1|pending',
  ])
  expect(parser.detect(table('Ad|Durum', 'Temel|✅', 'Ekran|⬜'))).toBe(0)
  expect(parser.detect(table('Faz|Not', '1|Temel', '2|Ekran'))).toBe(0)
})

test('sections with the ids of its rows are the text of the phases', () => {
  const rows = table('Phase|Status|Description', '1. DB|done|a', '2. UI|open|b', '3. API|open|c')
  const [first, , third] = parse(`${rows}\n### Phase 3: How\n\nCarefully.\n\n## Notes\n`).plan?.phases ?? []
  expect(first?.body).toBe('a')
  expect(third).toMatchObject({ title: 'API', body: 'c\n\nCarefully.' })
})

test('tables of other things, of criteria, and beside the work are not plans', () => {
  const rows = table('Task|Status', 'a|done', 'b|open')
  for (const source of [
    table('Feature|Status', 'a|done'),
    table('ID|Requirement|Status', '1|x|done'),
    `# P\n\n## Success criteria\n\n${rows}`,
    `# P\n\n## Risks\n\n${rows}`,
    `- x\n\n${rows.replace(/^/gm, '  ')}`,
  ])
    expect(parser.detect(source)).toBe(0)
  expect(parser.detect(`# P\n\n## Current status\n\n${rows}`)).toBeGreaterThan(0)
})

test('a row that ends early is a warning, and an error without the cell of its dependencies', () => {
  const rows = (row: string) => `|Phase|Name|Depends On|Risk|\n|---|---|---|---|\n|1|a|-|low|\n${row}\n`
  expect(codes(rows('|2|b'))).toEqual(['error PLAN_SYNTAX 4'])
  expect(codes(rows('|2|'))).toEqual(['error PLAN_SYNTAX 4'])
  expect(codes(rows('|2|b|1|'))).toEqual(['warning PLAN_SYNTAX 4'])
  expect(codes(rows('|2|b|1||more|'))).toEqual(['warning PLAN_SYNTAX 4'])
  expect(codes(rows('|2|b|||'))).toEqual([])
  expect(codes(rows('2|b|1|low'))).toEqual([])
})

test('an undecided dependency waits for all rows before, with a warning', () => {
  const rows = (cell: string) => table('Phase|Name|Depends On', '1|a|-', '2|b|-', `3|c|${cell}`)
  for (const cell of ['TBD', 'tbc', '?', 'To be determined', 'TBD (after the review)']) {
    expect(shown(rows(cell))?.[2]).toBe('3|c|1 2|')
    expect(codes(rows(cell))).toEqual(['warning ORDER_GUESSED 5'])
  }
  expect(shown(rows('1, TBD'))?.[2]).toBe('3|c|1 2|')
  expect(codes(rows('none'))).toEqual([])
})

test('an exception may be a list', () => {
  const rows = (cell: string) => table('Phase|Name|Depends On', '1|a|-', '2|b|-', '3|c|-', `4|d|${cell}`)
  for (const cell of [
    'all except 1, 2',
    'all others but 1 and 2',
    'All phases except for 1 & 2',
    'all except 1–2',
  ])
    expect(shown(rows(cell))?.[3]).toBe('4|d|3|')
  expect(shown(rows('all except 2'))?.[3]).toBe('4|d|1 3|')
})

test('a dependency on a row of a table that was not read names its line and the reason', () => {
  const other = table('Milestone|Notes', '7|later')
  const source = `${table('Phase|Name|Depends On', '1|a|-', '2|b|7')}\n${other}`
  expect(codes(source)).toEqual(['error DEPENDENCY_UNKNOWN 4'])
  expect(parse(source).issues[0]?.message).toContain('"7", which is in line 8, in a table that was not read')
  expect(shown(source)).toEqual(['1|a||', '2|b||'])
})

test('of several columns with a status, the one called Status decides', () => {
  expect(shown(table('Phase|Name|Depends On|Done?|Status', '1|a|-||✅', '2|b|1||todo'))).toEqual([
    '1|a||done',
    '2|b|1|pending',
  ])
})

test('without a column Status, the mark of a title, or boxes that are all ticked, say that a phase is done', () => {
  const sections = (box: string, mark = '') =>
    `\n## Phase 2: b${mark}\n\n- [x] one\n- ${box} two\n\n> - [ ] an example\n\n### Acceptance criteria\n\n- [ ] fast\n`
  const rows = table('Phase|Name|Depends On', '1|✅ a|-', '2|b|1')
  expect(shown(rows + sections('[x]'))).toEqual(['1|a||done', '2|b|1|done'])
  expect(shown(rows + sections('[ ]'))).toEqual(['1|a||done', '2|b|1|'])
  expect(shown(rows + sections('[ ]', ' ✅'))).toEqual(['1|a||done', '2|b|1|done'])
  const stated = table('Phase|Name|Depends On|Status', '1|a|-|⬜', '2|b|1|⬜')
  expect(shown(stated + sections('[x]', ' ✅'))).toEqual(['1|a||pending', '2|b|1|pending'])
})

test('boxes inside of a list, and not those in quotes, are the work of a heading', () => {
  const phases = (box: string) =>
    `## Phase 1: a\n\n**Depends on:** None\n\n- Group\n  - ${box} one\n- **Done when:**\n  - [ ] fast\n\n> - [ ] an example\n\n## Phase 2: b\n\nText.\n`
  expect(shown(phases('[x]'))).toEqual(['1|a||done', '2|b|1|'])
  expect(shown(phases('[ ]'))).toEqual(['1|a||', '2|b|1|'])
  expect(parse(phases('[x]')).plan?.phases[0]?.subtasks).toEqual([])
})
