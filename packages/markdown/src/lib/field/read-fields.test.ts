import { expect, test } from 'vitest'
import { readFields } from './read-fields.ts'
import { readOutline } from '../outline/read-outline.ts'
import { readPaths } from './read-paths.ts'

const read = (source: string) => readFields(readOutline(source).blocks)

test.each([
  '**Depends on:** Task 1',
  '**Depends on**: Task 1',
  'Depends on: Task 1',
  '> **Depends On**: Task 1',
  '- **depends  on:** Task 1'.replace('  ', ' '),
  '_Depends on:_ Task 1',
  '**Depend on:** Task 1',
  '**Depends-On:** Task 1',
  '*Depends on: Task 1*',
  '**Depends on: Task 1**',
  '***Depends on: Task 1***',
  '**_Depends on: Task 1_**',
  '_Depends on: Task 1_',
  '> *Depends on: Task 1*',
  '**Depends upon:** Task 1',
  '**Prerequisite:** Task 1',
])('%j is a field', (source) => {
  expect(read(source)).toMatchObject([{ name: 'dependsOn', value: 'Task 1', line: 1 }])
})

test('each line of a paragraph, and several on one line', () => {
  expect(read('\n**Type:** test\n**Risk:** high | **Estimate:** 3 pts')).toMatchObject([
    { name: 'type', value: 'test', line: 2 },
    { name: 'risk', value: 'high', line: 3 },
    { name: 'estimate', value: '3 pts', line: 3 },
  ])
})

test('only emphasis around the whole line ends behind the value', () => {
  expect(read('**Depends on: 1** | **Risk: high**')).toMatchObject([{ value: '1' }, { value: 'high' }])
  expect(read('**Files:** `src/**`')).toMatchObject([{ value: '`src/**`' }])
  expect(read('**Goal:** be **fast**')).toMatchObject([{ value: 'be **fast**' }])
  expect(read('Goal: *all*')).toMatchObject([{ value: '*all*' }])
})

test.each([
  'Depend on',
  'Depends-on',
  'Dependson',
  'Depnds on',
  '🔗 Dpeends on',
  'Dependancies',
  'Prerequistes',
])('the misspelled label %s is read', (label) => {
  const [field] = readFields(readOutline(`**${label}:** Task 1\n`).blocks)
  expect(field).toMatchObject({ name: 'dependsOn', value: 'Task 1' })
  expect(readFields(readOutline('Dependents: Task 1\n\nDepends: x\n').blocks)).toHaveLength(1)
})

test('prose, unknown labels and object members are not fields', () => {
  expect(read('This depends on: x\n\n**Notes:** y\n\n**constructor:** z\n\nhttp://a.b')).toEqual([])
})

test('an empty field has the list below it', () => {
  const [files, type] = read(
    '**Files:**\n- Create: `a.ts`\n  - why `b.ts`\n- `c/d`\n\n**Type:** impl\n- `e.ts`',
  )
  expect(files?.items.map((item) => item.line)).toEqual([2, 3, 4])
  expect(type?.items).toEqual([])
  const [nested] = read('- **Files:**\n  - `a.ts`\n- b')
  expect(nested?.items.map((item) => item.line)).toEqual([2])
})

test('paths of a field: inline code first, ranges of lines dropped, prose left out', () => {
  const paths = (source: string) => read(source).flatMap(readPaths)
  expect(paths('**Files:** `src/a.ts:12-30`, `b.ts#L5`, `Makefile`, `call()`, `a b`')).toEqual([
    'src/a.ts',
    'b.ts',
    'Makefile',
  ])
  expect(paths('**Files:** src/a.ts, docs/ and README.md')).toEqual(['src/a.ts', 'docs/', 'README.md'])
  expect(paths('**Files:** none yet, see https://a.b/c.html')).toEqual([])
  expect(paths('**Files:**\n- Create: `a.ts`\n  - has `name`\n- Test: b/c.test.ts')).toEqual([
    'a.ts',
    'b/c.test.ts',
  ])
  expect(paths('**Files:** `../x`')).toEqual(['../x'])
})

test.each(['empty=ok', '`empty=ok`', '**empty=ok**', '- empty=ok', '**Empty:** ok', 'Estimate: 1\nempty=ok'])(
  '%j permits a phase to be empty',
  (source) => {
    expect(read(source).find(({ name }) => name === 'emptyOk')).toMatchObject({ value: 'ok' })
  },
)

test('`empty=ok` inside a sentence is not a field', () => {
  expect(read('Set empty=ok in the plan')).toEqual([])
})

test.each([
  ['**Depends on:**\nPhase 1', 'Phase 1'],
  ['**Depends on:** Phase 1 (types),\nPhase 2 (store)', 'Phase 1 (types), Phase 2 (store)'],
  ['**Depends on:** Phase 1 and\nPhase 2;\nPhase 3', 'Phase 1 and Phase 2; Phase 3'],
  ['- **Depends on:** 1 &\n  2', '1 & 2'],
  ['**Depends on:**\nPhase 1: types', 'Phase 1: types'],
  ['**依赖：** 阶段 1、\n阶段 2', '阶段 1、 阶段 2'],
  ['**Parallel with:**\nPhase 3', 'Phase 3'],
  ['**Depends on:** Phase 1\nIt is long.', 'Phase 1'],
  ['**Depends on:** brand\nPhase 1', 'brand'],
  ['**Depends on:**\n**Deliverables:** types', ''],
  ['**Depends on:**\nDeliverables: types of Phase 1', ''],
  ['**Depends on:** Phase 1,\n**Risk:** low', 'Phase 1,'],
  ['**Goal:**\nGo', ''],
])('references may continue on the next line: %j', (source, value) => {
  expect(read(source)[0]?.value).toBe(value)
})

test('a value that continues for very long ends, so that reading takes linear time', () => {
  const [field] = read(`**Depends on:**\n${'1,\n'.repeat(20_000)}`)
  expect(field?.value.length).toBeGreaterThan(4_000)
  expect(field?.value.length).toBeLessThan(4_100)
})
