import type { PhaseDraft } from '@amelia/core/plugin'
import { expect, test } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { accountFor } from './account-for.ts'

/** Accounts for a text whose lines with `Phase` in a heading are phases, each with its section. */
const account = (source: string, isPhase = /^## Phase/) => {
  const outline = readOutline(source)
  const lines = source.split('\n')
  const phases = lines.flatMap((text, index): PhaseDraft[] =>
    isPhase.test(text) ? [{ id: String(index), title: text, line: index + 1 }] : [],
  )
  const read = phases.map(({ line = 1 }): [number, number] => {
    const end = lines.findIndex((text, index) => index >= line && /^##? /.test(text))
    return [line, end < 0 ? lines.length : end]
  })
  const { reading, issues } = accountFor({ outline, phases, read, rule: 'in order' })
  return {
    ...reading,
    context: reading.context.map(({ line }) => line),
    skipped: reading.skipped.map(({ line }) => line),
    warnings: issues.map(({ code, line, message }) => `${code} ${line} ${message}`),
  }
}

test('a section beside the phases is skipped, with everything below it, in one warning', () => {
  const source =
    '# Plan\n## Phase 1\n- [ ] a\n### Part\n## Rollout\n- [ ] b\n### Later\n- [x] c\n- [ ] d\n## Phase 2\n'
  expect(account(source)).toEqual({
    ...{ rule: 'in order', boxes: 1, criteria: 0, context: [], skipped: [5, 6, 7, 8, 9] },
    warnings: [
      'CONTENT_SKIPPED 5 The section "Rollout" with 1 heading and 3 boxes is not part of the plan (lines 5 to 9).',
    ],
  })
})

test('each section on one level has a warning, and so has each run of boxes', () => {
  const source = '# Plan\n- [ ] a\n- [ ] b\n## Phase 1\n## Rollout\n## Sales\n- [ ] c\n'
  expect(account(source).warnings).toEqual([
    'CONTENT_SKIPPED 2 2 boxes below "Plan" are not part of the plan (lines 2 to 3).',
    'CONTENT_SKIPPED 5 The section "Rollout" is not part of the plan (line 5).',
    'CONTENT_SKIPPED 6 The section "Sales" with 1 box is not part of the plan (lines 6 to 7).',
  ])
})

test('headings before the phases, and about other matters, are context unless they have boxes', () => {
  const source = '# Plan\n## Layout\n## Phase 1\n## Risks\n### One\n## Open questions\n- [ ] which?\n'
  expect(account(source)).toMatchObject({ context: [2, 4, 5], skipped: [6, 7] })
})

test('a heading that is numbered like the phases is never context', () => {
  expect(account('# Plan\n## Phase 0: Overview\n## Phase 1\n', /^## Phase 1/)).toMatchObject({ skipped: [2] })
  const numbered = '# Plan\n## 1. Overview\n## 2. Build\n## 3. Risks\n### 4. Other\n'
  expect(account(numbered, /^## 2/)).toMatchObject({ context: [5], skipped: [2, 4] })
})

test('headings and boxes about criteria are counted, below headings, labels and items', () => {
  const source =
    '# Plan\n## Phase 1\n**Done when:**\n- [ ] a\n\nText\n- [ ] b\n\n- Exit criteria:\n  - [ ] c\n## 8. Definition of Done\n- [ ] d\n### More\n- [ ] e\n'
  expect(account(source)).toMatchObject({ boxes: 1, criteria: 6, skipped: [], warnings: [] })
})

test('headings above phases are read', () => {
  expect(account('# Plan\n## Part one\n### Phase 1\n## Part two\n', /^### Phase/)).toMatchObject({
    context: [],
    skipped: [4],
  })
})

test('quotes, fences and comments are examples', () => {
  const source = '# Plan\n## Phase 1\n## Risks\n> - [ ] a\n\n```\n- [ ] b\n## c\n```\n<!--\n## d\n-->\n'
  expect(account(source)).toMatchObject({ boxes: 0, context: [3], skipped: [] })
})

test('a box with an unknown sign is read, and one warning per sign names its lines', () => {
  const source = '# Plan\n## Phase 1\n- [!] a\n- [~] b\n- [?] c\n- [-] d\n- [!] e\n- [1] f\n- [✓] g\n'
  expect(account(source)).toMatchObject({ boxes: 6, skipped: [] })
  expect(account(source).warnings).toEqual([
    'STATUS_UNKNOWN 3 Boxes have the unknown sign [!], so they count as open (lines 3 and 7). Known signs: [ ], [x], [~], [-].',
    'STATUS_UNKNOWN 5 This box has the unknown sign [?], so it counts as open. Known signs: [ ], [x], [~], [-].',
  ])
})

test.each([
  ['v', 'done'],
  ['✓', 'done'],
  ['✔', 'done'],
  ['~', 'in progress'],
  ['-', 'in progress'],
])('a note states that boxes with [%s] count as %s', (sign, status) => {
  const box = `- [${sign}] a`
  const notesOf = (source: string) => account(source).notes
  expect(notesOf(`# Plan\n## Phase 1\n${box}\n- [ ] b\n${box}\n`)).toEqual([
    { line: 3, text: `2 boxes with [${sign}] count as ${status} (lines 3 and 5)` },
  ])
  expect(notesOf(`# Plan\n## Phase 1\n${box}\n- [x] b\n`)).toEqual([
    { line: 3, text: `1 box with [${sign}] counts as ${status}` },
  ])
  expect(notesOf('# Plan\n## Phase 1\n- [x] a\n- [ ] b\n')).toBeUndefined()
})

test('three neighbouring sections under one heading have one warning, and two have one each', () => {
  const source = '# Issue #18\n## Phase 1\n## A\n## B\n### Part\n- [ ] x\n## C\n'
  expect(account(source)).toMatchObject({
    skipped: [3, 4, 5, 6, 7],
    warnings: [
      'CONTENT_SKIPPED 3 4 headings and 1 box under "Issue #18" are not part of the plan (lines 3 to 7): "A", "B", "C".',
    ],
  })
  expect(account(source.replace('## C\n', '')).warnings).toHaveLength(2)
})

test('groups of skipped sections end at a heading that is read, and at one of a higher level', () => {
  const source =
    '# Plan\n## Phase 1\n## A\n## B\n### Phase 7\n- [ ] x\n## Phase 9: c\n## D\n## Phase 2\n## E\n## F\n'
  expect(account(source, /^## Phase [12]/).warnings).toEqual([
    'CONTENT_SKIPPED 3 5 headings and 1 box under "Plan" are not part of the plan (lines 3 to 8): "Phase 9: c", "A", "B" and 1 more.',
    'CONTENT_SKIPPED 10 The section "E" is not part of the plan (line 10).',
    'CONTENT_SKIPPED 11 The section "F" is not part of the plan (line 11).',
  ])
})
