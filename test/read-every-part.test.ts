import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { dialects, outlinePlan } from '@amelia/parsers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyDocument } from './arbitrary-document.ts'
import { findLostParts } from './find-lost-parts.ts'

/** `npm run test:plans` sets a higher number. */
const numRuns = Number(process.env.PLAN_DOCUMENTS ?? 200)
const timeout = 60_000 + numRuns * 20

const parsers = [phaseTable(), taskHeading(), subtaskList(), checklist(), outlinePlan(), ...dialects()]
const formats = [...parsers.map(({ id }) => id), 'single']

const number = fc.integer({ min: 1, max: 5 })
const name = fc.constantFrom('Parser', 'Set up', 'Verification', 'Write it', 'Overview', 'Checks (impl)')
const mark = fc.constantFrom(' ', 'x', ' ', ' ', '~', '-', '!', '?', '>')
const heading = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom('Phase', 'Task', 'Step', 'Milestone', 'PR #'), number, name)
          .map(([word, at, text]) => `${word} ${at}: ${text}`),
      },
      { weight: 2, arbitrary: fc.tuple(number, name).map(([at, text]) => `${at}. ${text}`) },
      { weight: 1, arbitrary: fc.tuple(number, name).map(([at, text]) => `${at}a. ${text}`) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ...['Overview', 'Risks', 'Success Criteria', 'Phase 1 Acceptance Criteria', 'Future work', 'Notes'],
          ...[
            'Tasks',
            'Progress',
            'Open questions',
            'Details',
            'Files',
            '8. Definition of Done',
            'References',
          ],
          ...['Dependencies & Execution Order', 'Step names', 'Steps', 'Next steps'],
        ),
      },
    ),
  )
  .map(([level, text]) => `\n${'#'.repeat(level)} ${text}\n`)
const box = fc
  .tuple(
    fc.constantFrom('', '', '', '  ', '    '),
    mark,
    fc.constantFrom('', '', 'T00', '1.', '2.'),
    number,
    fc.constantFrom(
      'do it',
      'Write the test (test)',
      '**Step 1: Look**',
      'Check it',
      '**Phase 2: Parser** - name',
    ),
  )
  .map(
    ([indent, sign, prefix, at, text]) =>
      `${indent}- [${sign}] ${prefix === '' ? '' : `${prefix}${at} `}${text}`,
  )
const other = fc.constantFrom(
  ...['Create `a.ts`.', '**Depends on:** Phase 1', '**Depends on:** 1', '**Type:** test', '\n'],
  ...['\n**Acceptance criteria:**\n', '\n**Done when:**\n', '- Success criteria:', '- item', '1. Step one'],
  ...['\n```sh\nnpm test\n```\n', '\n```\n## Hidden\n- [ ] hidden\n```\n', '\n> ## Quoted\n> - [ ] quoted\n'],
  ...[
    '<!-- ## Comment -->',
    '1a. "Write" -> type: test -> depends: []',
    '- [ ] 2a. "Build" -> depends: [1a]',
  ],
  '\n| Phase | Name | Depends On |\n|---|---|---|\n| 1 | Parser | - |\n| 2 | Set up | 1 |\n',
)
/** Documents of headings and boxes, and of lines that change their meaning. */
const sections = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: heading },
      { weight: 4, arbitrary: box },
      { weight: 2, arbitrary: other },
    ),
    { minLength: 1, maxLength: 24 },
  )
  .map((lines) => `${lines.join('\n')}\n`)

test.each([
  ['headings and boxes', sections],
  ['changed plans', anyDocument],
])(
  'every heading and box of %s is read, about criteria, context, or named in CONTENT_SKIPPED',
  (_, documents) => {
    fc.assert(
      fc.property(documents, fc.constantFrom(undefined, ...formats), (text, format) => {
        const check = checkPlan(text, { parsers, ...(format !== undefined && { format }) })
        expect(findLostParts(text, check)).toEqual([])
      }),
      { numRuns: numRuns * 10 },
    )
  },
  timeout,
)

test.each([
  [
    'phase-table',
    '# Plan\n\n## Phase 1: One\n\n**Depends on:** none\n\nText\n\n## Phase 2: Two\n\n- [ ] two\n',
  ],
  ['task-heading', '# Plan\n\n### Task 1: One\n\nText\n\n### Task 2: Two\n\n- [ ] two\n'],
  [
    'subtask-list',
    '# Plan\n\n## 1a. One\n\n**Type:** test\n\n## 1b. Two\n\n**Depends on:** 1a\n\n- [ ] two\n',
  ],
  ['checklist', '# Plan\n\n## Phase 1: One\n\n- [ ] 1.1 one\n\n## Phase 2: Two\n\n- [ ] 2.1 two\n'],
  ['outline', '# Plan\n\n## Step 1: One\n\nText\n\n## Step 2: Two\n\n- [ ] two\n'],
])('a part that the reader of %s claims to have read, but lost, is found', (format, text) => {
  const check = checkPlan(text, { parsers })
  expect(check).toMatchObject({ ok: true, format })
  expect(findLostParts(text, check)).toEqual([])
  const phases = check.plan!.phases.slice(0, -1)
  const lost = findLostParts(text, { ...check, plan: { ...check.plan!, phases } })
  expect(lost).toEqual([expect.stringContaining('Two'), expect.stringContaining('two')])
})
