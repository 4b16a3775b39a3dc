import { expect, test } from 'vitest'
import { phaseTable } from '../phase-table.ts'

const fix = (source: string): string => phaseTable().fix?.(source) ?? ''
const header = '| Phase | Name | Depends On | Parallel With |\n|---|:-:|--:|---|\n'
const rows = (source: string): string[][] =>
  fix(header + source)
    .split('\n')
    .slice(2, -1)
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )

test('ids in one spelling, ranges written out, claims on both sides, columns below each other', () => {
  const source = `# Shop

prose | with a sign

|Phase|Name|Depends On|Parallel With|Status
|-|:-:|--:|:--|-
Phase 0 | Boot | - | - | ✅
 | Phase 1 | Set up | Phase 0 | - |
| 2-A | Backend | 0–1 | 2b | 🔄 |
| 2b | Frontend (\`web\`) | 0 and 1 | — |
| 3 | All | 2-a + 2B | |

| a |b|
|---|---|
|1|2|
`
  expect(fix(source)).toBe(`# Shop

prose | with a sign

| Phase | Name             | Depends On | Parallel With | Status |
|-------|:----------------:|-----------:|:--------------|--------|
| 0     | Boot             | -          | -             | ✅     |
 | 1     | Set up           | 0          | -             |        |
| 2A    | Backend          | 0, 1       | 2B            | 🔄     |
| 2B    | Frontend (\`web\`) | 0, 1       | 2A            |        |
| 3     | All              | 2A, 2B     |               |        |

| a |b|
|---|---|
|1|2|
`)
})

test('words in cells stay', () => {
  const source =
    '| 1 | a | - | - |\n| 2 | b | 1 (merged) | 3 |\n| 3 | c | [1](#x) | - (soon) |\n| 4 | d | 1 when green | all others |\n'
  expect(rows(source)).toEqual([
    ['1', 'a', '-', '-'],
    ['2', 'b', '1 (merged)', '3, 4'],
    ['3', 'c', '[1](#x)', '- (soon), 2, 4'],
    ['4', 'd', '1 when green', 'all others'],
  ])
})

test('marks in cells stay, and so does prose right below a table', () => {
  expect(rows('| 1 | a | - | - |\n| 2 | b | **1** | - |\n| 3 | c | `1`, 2 | - |\n')).toEqual([
    ['1', 'a', '-', '-'],
    ['2', 'b', '**1**', '-'],
    ['3', 'c', '`1`, 2', '-'],
  ])
  expect(fix(`${header}| 1 | a | - | - |\nProse.\n`)).toMatch(/\nProse\.\n$/)
})

test('ids that are words keep their spelling; cells with more than an id stay', () => {
  expect(rows('| WU-01 | a | - | - |\n| ✅ 2: b | b | wu01 | - |\n| **3** | c | WU-01, 2 | - |\n')).toEqual([
    ['WU-01', 'a', '-', '-'],
    ['✅ 2: b', 'b', 'WU-01', '-'],
    ['**3**', 'c', 'WU-01, 2', '-'],
  ])
})

test('unknown ids and contradictions are left to the author', () => {
  const source = '| 1 | a | - | 2 |\n| 2 | b | 1 | - |\n| 3 | c | 1–9 | 8 |\n'
  expect(rows(source)).toEqual([
    ['1', 'a', '-', '2'],
    ['2', 'b', '1', '-'],
    ['3', 'c', '1–9', '8'],
  ])
})

test('fault 1: line endings and a byte order mark stay', () => {
  const source = `\ufeff${header}| Phase 1 | a | - | - |\n`
  expect(fix(source)).toBe(
    '\ufeff| Phase | Name | Depends On | Parallel With |\n|-------|:----:|-----------:|---------------|\n| 1     | a    | -          | -             |\n',
  )
  expect(fix(source.replaceAll('\n', '\r\n'))).toBe(fix(source).replaceAll('\n', '\r\n'))
})

test('escaped signs, cells too many and too few, but never a missing cell of dependencies', () => {
  expect(fix(`${header}| 1 | a \\| b | - | - | more |\n| 2 | b | 1 |\n| 3 |\n`)).toContain(
    '| 1     | a \\| b | -          | -             | more |\n| 2     | b      | 1          |               |\n| 3 |\n',
  )
})

test('a text without a phase table comes back as it is', () => {
  for (const source of [
    '',
    '| a |b|\n|---|---|\n|1|2|\n',
    '```\n| Phase|Depends On |\n|-|-|\n|1|-|\n```\n',
  ]) {
    expect(fix(source)).toBe(source)
  }
  const inside = '- x\n\n  | Phase|Depends On |\n  |-|-|\n  |1|-|\n'
  expect(fix(inside)).toBe(inside)
})
