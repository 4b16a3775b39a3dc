import { expect, test } from 'vitest'
import { checklist } from '../checklist.ts'

const phases = (source: string) => checklist().parse(source).plan?.phases ?? []
const shown = (source: string) =>
  phases(source).map(({ id, title, status = 'pending', subtasks = [] }) => [
    id,
    title,
    status,
    subtasks.length,
  ])

const sections = '## Phase 1: Base\n\n- [ ] a\n\n## Phase 2: Rest\n\n- [ ] b\n'

test('boxes that name phases with a section are their statuses and no work', () => {
  expect(
    shown(`# Plan\n\n## Phases\n\n- [x] **Phase 1: Base** - soon\n- [ ] Phase 2\n\n${sections}`),
  ).toEqual([
    ['1', 'Base', 'done', 1],
    ['2', 'Rest', 'pending', 1],
  ])
})

test('boxes inside the section of a phase, and sentences about one, are work', () => {
  const document =
    '## Notes of the week\n\n- [x] Phase 1 design approved\n\n## Phase 1: Base\n\n- [x] Phase 1: design\n- [ ] a\n\n## Phase 2: Rest\n\n- [x] Phase 1 merged\n- [ ] b\n'
  expect(shown(document).filter(([id]) => ['1', '2'].includes(`${id}`))).toEqual([
    ['1', 'Base', 'pending', 2],
    ['2', 'Rest', 'pending', 2],
  ])
})

test('a title with the name of a phase does not contain the overview', () => {
  expect(
    shown(`# Phase 3: Shop\n\n- [x] Phase 1: Base\n\n${sections}`).map(([id, , status]) => [id, status]),
  ).toEqual([
    ['1', 'done'],
    ['2', 'pending'],
  ])
})

test('boxes that name phases without a section are the phases', () => {
  const { plan, issues } = checklist().parse(
    '# Plan\n\n- [x] **Phase 1: `Base`**\n  - [x] a\n- [ ] Phase 2: Rest\n  - [ ] b\n',
  )
  expect(issues).toEqual([])
  expect(plan?.phases).toMatchObject([
    { id: '1', title: '`Base`', status: 'done', line: 3 },
    { id: '2', title: 'Rest', dependsOn: ['1'], line: 5 },
  ])
})

test('a single box that names a phase is an ordinary box', () => {
  expect(shown('# Plan\n\n- [ ] Phase 1 needs a name\n- [ ] Go\n')).toEqual([['1', 'Plan', 'pending', 2]])
})

test('a progress table has the statuses of the phases', () => {
  const table = '| Phase | Status |\n|---|---|\n| Phase 1: Base | ✅ Done |\n| 2 | In progress |\n\n'
  expect(shown(`# Plan\n\n${table}${sections}`)).toEqual([
    ['1', 'Base', 'done', 1],
    ['2', 'Rest', 'in_progress', 1],
  ])
})

test('a mark in the heading of a phase is its status, whatever its boxes say', () => {
  const plan = (one: string, other: string) => `# Plan\n\n## ${one}\n\n- [ ] a\n\n## ${other}\n\n- [x] b\n`
  expect(shown(plan('Phase 1: Base ✅', 'Phase 2: Rest [ ]'))).toEqual([
    ['1', 'Base', 'done', 1],
    ['2', 'Rest', 'pending', 1],
  ])
  expect(shown(plan('✅ Phase 1: Base', 'Phase 2: Rest (in progress)'))).toEqual([
    ['1', 'Base', 'done', 1],
    ['2', 'Rest', 'in_progress', 1],
  ])
})

test('numbers before the word Phase and remarks after its number are not the title', () => {
  const document =
    '## 6. Phases\n\n### 6.0 Phase 0: Base\n\n- [ ] a\n\n### 6.1 Phase 1 (week 2): Rest\n\n- [ ] b\n'
  expect(shown(document)).toEqual([
    ['0', 'Base', 'pending', 1],
    ['1', 'Rest (week 2)', 'pending', 1],
  ])
})

test('stories below epics are the phases', () => {
  const document =
    '## Epic 1: Money\n\n### Story 1.1: Pay\n\n- [ ] a\n\n### Story 1.2: Refund\n\n- [ ] b\n\n## Epic 2: Mail\n\n### Story 2.1: Send\n\n- [ ] c\n'
  expect(shown(document).map(([id]) => id)).toEqual(['1.1', '1.2', '2.1'])
})
