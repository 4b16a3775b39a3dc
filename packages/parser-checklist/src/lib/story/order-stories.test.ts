import { expect, test } from 'vitest'
import { checklist } from '../checklist.ts'

const stories = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts']

/** A Spec Kit plan: setup, foundation, four stories that change these files, and polish. */
const kit = (order: string, files: readonly string[] = stories): string =>
  [
    '# Tasks: Shop\n\n## Phase 1: Setup\n\n- [ ] T001 Set up\n\n## Phase 2: Foundational (Blocking)\n\n- [ ] T002 Do it\n',
    ...files.map(
      (file, at) =>
        `## Phase ${at + 3}: User Story ${at + 1} - Name (Priority: P${at + 1})\n\n- [ ] T01${at} [US${at + 1}] Write ${file}\n`,
    ),
    '## Phase 7: Polish\n\n- [ ] T030 Write the guide\n',
    `## Dependencies & Execution Order\n\n${order}`,
  ].join('\n')

const waits = (source: string): Record<string, readonly string[] | undefined> => {
  const { plan } = checklist().parse(source)
  return Object.fromEntries((plan?.phases ?? []).map(({ id, dependsOn }) => [id, dependsOn]))
}

const chain = { 1: [], 2: ['1'], 3: ['2'], 4: ['3'], 5: ['4'], 6: ['5'], 7: ['6'] }
const free = '- **User Story 1 (P1)**: Can start after Foundational (Phase 2)\n- **US2**: After Foundational'

test('a story waits for the foundation only where a sentence states so for it', () => {
  expect(waits(kit(free))).toEqual({ ...chain, 4: ['2'], 5: ['3', '4'] })
  expect(waits(kit('- **Phase 4 (US2)**: Depends on Phase 2\n'))).toEqual({
    ...chain,
    4: ['2'],
    5: ['3', '4'],
  })
  expect(waits(kit('- User Story 4 requires the foundation.\n'))).toEqual({
    ...chain,
    6: ['2'],
    7: ['5', '6'],
  })
})

test.each([
  ['', 'no sentence'],
  [
    '- **User Stories (Phase 3+)**: All depend on Foundational phase completion',
    'the sentence of the template',
  ],
  ['- US1 and US2 (both P1) can proceed in parallel after Foundational', 'a sentence about several stories'],
  ['- **User Story 2**: Independent', 'nothing about the foundation'],
  ['- **US2**: After Setup', 'another phase'],
  ['## Notes\n\n- **US2**: After Foundational', 'another section'],
  ['### Parallel Opportunities\n\n- **US2**: After Foundational', 'examples'],
  ['- **US4**: Basiert auf US2', 'unknown words only add to the order'],
])('%s: the order of the document (%s)', (order) => {
  const found = waits(kit(order))
  expect(Object.entries(chain).every(([id, list]) => list.every((each) => found[id]?.includes(each)))).toBe(
    true,
  )
})

test('a story waits for those that it names, or that block it', () => {
  expect(
    waits(
      kit(`${free}\n- **US3**: After Foundational - may integrate with US1\n- **US4**: Depends on US2/US3`),
    ),
  ).toEqual({
    ...{ ...chain, 4: ['2'] },
    ...{ 5: ['3'], 6: ['4', '5'] },
  })
  expect(waits(kit('- US1: Blocks US3\n- US2: After Foundational\n- US3: After Foundational'))).toMatchObject(
    {
      4: ['2'],
      5: ['3'],
      6: ['4', '5'],
    },
  )
  expect(waits(kit('- US4: after User Stories 1-2'))[6]).toEqual(['3', '4'])
})

test('a story can wait for a later one, but never for itself through others', () => {
  expect(waits(kit('- US2: Depends on US4'))).toEqual({ ...chain, 4: ['6'], 6: ['3'], 5: ['4'], 7: ['5'] })
  expect(waits(kit('- US2: Depends on US4\n- US4: Depends on US2'))).toEqual({
    ...chain,
    6: ['4'],
    7: ['5', '6'],
  })
})

test('stories that share a file wait for each other in the order of the document', () => {
  const all = [1, 2, 3, 4].map((story) => `- **US${story}**: After Foundational`).join('\n')
  expect(waits(kit(all, ['src/a.ts', 'src/b.ts', 'src/a.ts', 'src/a.ts']))).toEqual({
    ...{ ...chain, 4: ['2'] },
    ...{ 5: ['3'], 6: ['5'], 7: ['4', '6'] },
  })
})

test('each sentence that was read is a note', () => {
  const { reading } = checklist().parse(kit(free))
  expect(reading?.notes).toEqual([
    {
      line: 33,
      text: 'read as the order of a story: "User Story 1 (P1): Can start after Foundational (Phase 2)"',
    },
    { line: 34, text: 'read as the order of a story: "US2: After Foundational"' },
  ])
})
