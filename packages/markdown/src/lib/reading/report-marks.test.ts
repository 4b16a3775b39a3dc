import type { PhaseDraft } from '@amelia/core/plugin'
import { expect, test } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { readMarked } from '../words/read-marked.ts'
import { reportMarks } from './report-marks.ts'

/** Reports the marks of a text in which each second-level heading is a phase. */
const report = (source: string, more: Partial<PhaseDraft> = {}) => {
  const phases = source.split('\n').flatMap((text, index): PhaseDraft[] => {
    const { title, status } = readMarked(text.slice(3))
    if (!text.startsWith('## ')) return []
    return [{ id: String(index + 1), title, line: index + 1, ...(status && { status }), ...more }]
  })
  return reportMarks(readOutline(source), phases).map(({ line, message }) => `${line} ${message}`)
}

test('a mark that only one title has is a warning that its phase will not run', () => {
  expect(report('## Show finished jobs ✅\n## Completed orders (done)\n## Other')).toEqual([
    '1 Only "✅" in its title marks phase 1 as done, so it will not run. Reword the title if it is work; write "**Status:** done" if not.',
    '2 Only "(done)" in its title marks phase 2 as done, so it will not run. Reword the title if it is work; write "**Status:** done" if not.',
  ])
  expect(report('## ✅ Parser\n## Other')).toMatchObject([expect.stringMatching(/^1 Only "✅"/)])
  expect(report('## List orders (cancelled)')).toMatchObject([expect.stringContaining('as cancelled')])
  expect(report('## Liste (erledigt)')).toMatchObject([expect.stringContaining('"(erledigt)"')])
})

test('a status that is not one confirms nothing', () => {
  expect(report('## A\n**Status:** show "done" in green\n## B ✅')).toHaveLength(1)
})

test.each([
  ['two marks of one kind', '## A ✅\n## B\n## C ✅'],
  ['marks of other statuses', '## A ✅\n## B 🚧'],
  ['remarks of other statuses', '## A (done)\n## B (in progress)'],
  ['a box', '## A [x]\n## B'],
  ['a status of another phase', '## A ✅\n## B\n**Status:** pending\n'],
  ['its own status', '## A (done)\n**Status:** done\n## B'],
  ['an open mark', '## A (in progress)\n## B'],
])('%s confirms it', (_, source) => {
  expect(report(source)).toEqual([])
})

test('a ticked box of the phase confirms it', () => {
  const subtasks = [{ id: '1.1', title: 'x', status: 'done' as const }]
  expect(report('## A ✅\n- [x] x\n', { subtasks })).toEqual([])
})
