import { expect, it } from 'vitest'
import { diffRows } from './diff-rows.ts'
import { firstOpen, orderFiles } from './order-files.ts'

it('numbers the lines of both sides', () => {
  const lines = [' a', '-b', '-b2', '+c', '+d', '\\ No newline at end of file']
  expect(diffRows([{ oldStart: 3, oldLines: 2, newStart: 3, newLines: 3, lines }])).toEqual([
    { kind: 'hunk', text: 'Lines 3–4 → 3–5' },
    { kind: 'same', text: 'a', oldLine: 3, newLine: 3 },
    { kind: 'deleted', text: 'b', oldLine: 4 },
    { kind: 'deleted', text: 'b2', oldLine: 5 },
    { kind: 'added', text: 'c', newLine: 4 },
    { kind: 'added', text: 'd', newLine: 5 },
    { kind: 'note', text: 'No newline at end of file' },
  ])
})

it.each([
  [0, 1, 'Added lines 1'],
  [2, 0, 'Deleted lines 1–2'],
])('names the lines of %i old and %i new ones', (oldLines, newLines, text) => {
  const hunk = { oldStart: Math.min(1, oldLines), newStart: Math.min(1, newLines), lines: [] }
  expect(diffRows([{ ...hunk, oldLines, newLines }])[0]!.text).toBe(text)
})

const file = (path: string, added: number) => ({
  path,
  status: 'modified' as const,
  added,
  deleted: 0,
  hunks: [],
})

it('separates the files of the run about itself', () => {
  const { files, own, added } = orderFiles([
    file('docs/amelia/plan.md', 50),
    file('src/a.ts', 2),
    file('docs/x.md', 3),
  ])
  expect([files.map(({ path }) => path), own.length, added]).toEqual([['src/a.ts', 'docs/x.md'], 1, 5])
})

it('opens the first files up to a number of lines', () => {
  expect(firstOpen([file('a', 500), file('b', 400), file('c', 100)])).toEqual(['a', 'c'])
})
