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

it('names one line and no line', () => {
  const lines = ['+a']
  expect(diffRows([{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines }])[0]!.text).toBe(
    'Lines none → 1',
  )
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
