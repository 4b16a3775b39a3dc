import type { PlacedWork } from '@amelia/core/plugin'
import { describe, expect, it } from 'vitest'
import { findMarks } from './find-marks.ts'

/** Applies all marks. Works are phases at these lines, done if listed in `done`. */
const tick = (text: string, lines: readonly number[], done: readonly number[] = []): string => {
  const works = lines.map(
    (line, index): PlacedWork => ({
      kind: 'phase',
      id: String(index + 1),
      line,
      status: done.includes(line) ? 'done' : 'pending',
    }),
  )
  const rows = text.split('\n')
  for (const mark of findMarks(text, works).toReversed()) {
    const row = rows[mark.line - 1]!
    const at = mark.column - 1
    expect(row.slice(at, at + mark.old.length)).toBe(mark.old)
    rows[mark.line - 1] = row.slice(0, at) + mark.new + row.slice(at + mark.old.length)
  }
  return rows.join('\n')
}

describe('findMarks', () => {
  it.each([
    ['- [ ] a', '- [x] a'],
    ['* [~] a', '* [x] a'],
    ['1. [-] a', '1. [x] a'],
    ['- [] a', '- [x] a'],
    ['- [ ] **1.1 a**', '- [x] **1.1 a**'],
    ['- ［ ］ a', '- ［ｘ］ a'],
    ['## [ ] Phase 1: a', '## [x] Phase 1: a'],
    ['## Phase 1: a [ ]', '## Phase 1: a [x]'],
    ['## ⬜ Phase 1: a', '## ✅ Phase 1: a'],
    ['## Phase 1: a 🔄', '## Phase 1: a ✅'],
    ['## Phase 1: a 🔄 In Progress', '## Phase 1: a ✅ Done'],
    ['## Phase 1: a (pending)', '## Phase 1: a (done)'],
    ['## Phase 1: a (IN PROGRESS)', '## Phase 1: a (DONE)'],
    ['- ☐ a', '- ☑ a'],
    ['- a (status: pending)', '- a (status: done)'],
    ['## Phase 1: `[ ]` is a box', '## Phase 1: `[ ]` is a box'],
    ['## Phase 1: Show ⬜ beside items', '## Phase 1: Show ⬜ beside items'],
    ['## Phase 1: a 🟡', '## Phase 1: a 🟡'],
    ['## Phase 1: a', '## Phase 1: a'],
    ['1. "a" -> type: test -> depends: []', '1. "a" -> type: test -> depends: []'],
  ])('%s becomes %s', (before, after) => {
    expect(tick(before, [1])).toBe(after)
  })

  it.each([
    ['**Status:** Pending', '**Status:** Done'],
    ['**Status**: not started (blocked on x)', '**Status**: done (blocked on x)'],
    ['- Status: TODO', '- Status: DONE'],
    ['> Status: ⬜ Pending', '> Status: ✅ Done'],
    ['**Risk:** low | **Status:** pending', '**Risk:** low | **Status:** done'],
    ['**状态：** 未开始', '**状态：** 完成'],
    ['**ステータス**: 未着手', '**ステータス**: 完了'],
    ['**상태:** 진행 중', '**상태:** 완료'],
    ['**Estado:** Pendiente', '**Estado:** Hecho'],
    ['**Zustand:** in Arbeit', '**Zustand:** erledigt'],
    ['**Статус:** В ожидании', '**Статус:** Готов'],
    ['**Status:** blocked', '**Status:** done'],
    ['**Status:** Draft (since May)', '**Status:** Done (since May)'],
    ['**Status:** ❌', '**Status:** ✅'],
    ['**Status:** 2/5 done', '**Status:** 5/5 done'],
    ['Expected status: refused', 'Expected status: refused'],
    ['Status: 200', 'Status: 200'],
    ['Status: see the page of the API for its values', 'Status: see the page of the API for its values'],
    ['Statuses: pending', 'Statuses: pending'],
    ['```\nStatus: pending\n```', '```\nStatus: pending\n```'],
  ])('the line %s becomes %s', (before, after) => {
    expect(tick(`## Phase 1: a\n\n${before}`, [1])).toBe(`## Phase 1: a\n\n${after}`)
  })

  const table = (cell: string, done = '✅', header = 'Status'): string =>
    `| Phase | ${header} | Note |\n|---|---|---|\n| 1 | ${done} | a |\n| 2 | ${cell} | b |`

  it.each([
    ['⬜', '✅', 'Status', '✅'],
    ['Pending', 'Complete (May)', 'Status', 'Complete'],
    ['Pending', '✅', 'State', '✅'],
    ['🔄 In progress', '✅ Shipped', 'Status', '✅ Shipped'],
    ['[ ]', '[X]', 'Done', '[X]'],
    ['-', '✅', 'Status', '✅'],
    ['40% complete', '✅', 'Progress', '100% complete'],
    ['待办', '完成', '状态', '完成'],
    ['❌ Not started', 'Complete', 'Status', 'Complete'],
    ['📋 Planned', '✅', 'Status', '✅'],
    ['(pending)', '(done)', 'Status', '(done)'],
    ['2/5 done', '5/5 done', 'Status', '5/5 done'],
    ['0/3', '✅', 'Status', '✅'],
    ['Blocked', 'Done', 'Status', 'Done   '],
    ['Scheduled for May (Ann)', '✅', 'Status', '✅ (Ann)'],
    ['![](x.svg)', '✅', 'Status', '✅'],
    ['Skipped', '✅', 'Status', 'Skipped'],
  ])('the cell %s in a column with %s', (cell, done, header, expected) => {
    expect(tick(table(cell, done, header), [3, 4], [3])).toBe(table(expected, done, header))
  })

  it('keeps the width of a cell, and fills an empty one', () => {
    const rows = '| Id | Status  |\n|----|---------|\n| 1  | Pending |\n| 2  | todo    |\n| 3  |         |'
    expect(tick(rows, [3, 4, 5])).toBe(
      '| Id | Status  |\n|----|---------|\n| 1  | Done    |\n| 2  | done    |\n| 3  | ✅ |',
    )
  })

  it('replaces a status that is not one, and takes the column Status before others', () => {
    const rows = (first: string, second: string): string =>
      `| Id | Progress | Status |\n|---|---|---|\n| 1 | | ${first} |\n| 2 | | ${second} |`
    expect(tick(rows('❌', 'Draft'), [3, 4])).toBe(rows('✅', 'Done '))
  })

  it('ticks the boxes below finished work, but not criteria and examples', () => {
    const boxes = (box: string): string =>
      `## Phase 1: a\n\n- ${box} one\n\t- ${box} nested\n  1. ${box} deep\n\n### Acceptance criteria\n\n- [ ] fast\n\n\`\`\`md\n- [ ] shown\n\`\`\`\n\n## Notes\n\n- [ ] other`
    expect(tick(boxes('[ ]'), [1])).toBe(boxes('[x]'))
  })

  it('leaves the boxes of work that is not open', () => {
    const text = '## Phase 1: a\n\n- [ ] one\n\n## Phase 2: b\n\n- [ ] two'
    expect(tick(text, [1, 5], [1])).toBe(text.replace('[ ] two', '[x] two'))
  })

  it('ticks the lines and the rows of an overview', () => {
    const text =
      '- [ ] **Phase 1: a** - x\n- [ ] Phase 2: b\n\n| Phase | Status |\n|---|---|\n| 1. a | Not started |\n| Phase 2 | Pending |\n\n## Phase 1: a\n\nA.\n\n## Phase 2: b\n\nB.'
    expect(tick(text, [9, 13])).toBe(
      text.replaceAll('[ ]', '[x]').replace('Not started', 'Done       ').replace('Pending', 'Done   '),
    )
  })

  it('adds the mark that finished work of its kind has', () => {
    const text = '## Phase 1: a ✅\n\nA.\n\n## Phase 2: b\n\nB.\n\n## ✔ Other'
    expect(tick(text, [1, 5], [1])).toBe(text.replace('Phase 2: b', 'Phase 2: b ✅'))
    expect(tick('1. ✅ **a**\n2. **b**', [1, 2], [1])).toBe('1. ✅ **a**\n2. ✅ **b**')
    expect(tick('## Task 1: a (Complete)\n\n## Task 2: b', [1, 3], [1])).toContain('Task 2: b (Complete)')
  })

  it('uses the sign of most ticked boxes', () => {
    expect(tick('- [X] a\n- [X] b\n- [x] c\n- [ ] d', [1, 2, 3, 4], [1, 2, 3])).toContain('- [X] d')
    expect(tick('- [✓] a\n- [ ] d', [1, 2], [1])).toContain('- [✓] d')
  })
})
