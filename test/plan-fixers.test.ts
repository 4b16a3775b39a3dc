import { checkPlan } from '@amelia/core'
import { normalizePhaseId } from '@amelia/core/plugin'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { taskHeading } from '@amelia/parser-task-heading'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyDocument } from './arbitrary-document.ts'
import { essence } from './arbitrary-plan.ts'

const numRuns = Number(process.env.PLAN_DOCUMENTS ?? 200)
const timeout = 60_000 + numRuns * 20

const ids = fc.constantFrom(
  '1',
  'Phase 2-A',
  '2B',
  '3',
  'WU-10',
  '`W11`',
  '**12**',
  '1.1',
  'x',
  '',
  '✅ 4: go',
)
const cell = fc.oneof(
  ids,
  fc.constantFrom(
    '-',
    '—',
    'None',
    '1–3',
    '2A, 2B',
    '1 and 2A',
    'all others',
    '1 (when merged)',
    'W9-12',
    '[1](#a)',
    '1|2',
    '9',
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => text.replace(/[\r\n]/g, ' ')),
)
const row = fc.tuple(ids, cell, cell, cell).map((cells) => `| ${cells.join(' | ')} |`)
const ending = fc.constantFrom('\n', '\r\n', '\r')

/** Documents with a table that needs fixes, between prose that looks like a table. */
const document = fc
  .tuple(
    fc.array(row, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('', '# T', '- a | b', '```\n| 1 | x |\n```', '> | 1 | y |', '\ufeff# T'),
    fc.constantFrom(
      '',
      '## Phase 2-A: x\n\n| a | b |\n|---|---|\n|1|2|\n',
      'text | more',
      '| Phase | Depends on |\n|-|-|\n|1|—|',
    ),
    ending,
  )
  .map(([rows, before, after, end]) =>
    [before, '', '|Phase | Name|Depends On | Parallel With|', '|---|:-:|--:|---|', ...rows, '', after]
      .join('\n')
      .replaceAll('\n', end),
  )

const split = (text: string): string[] => text.split(/(?<=\r\n|\n|\r(?!\n))/)

/** Lines that a fixer of tables may change. */
const isRow = (line: string): boolean => line.includes('|')
const isHeading = (line: string): boolean => /^[\ufeff ]*#{1,6}[ \t]+\W*task/i.test(line)

/** Lines that every fixer may change: misspelled boxes, and the marks of fences. */
const isCommon = (line: string): boolean =>
  isBox(line) ||
  /^[\ufeff ]*#{1,6}/.test(line) ||
  /^[\ufeff \t>]*(?:[-*+] +|\d+[.)] +)*(?:`{3}|~{3})/.test(line)
const isBox = (line: string): boolean => /^[\ufeff \t]*(?:[-*+]|\d+[.)])[ \t]*\[[ \txX~-]{0,7}\]/.test(line)

const boxes = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        '- [ ] T001 one',
        '-[ ] T002 two',
        '- [] T003 three',
        '* [X]four',
        '    - [] nested',
        '    -[x] nested',
        '```',
        '~~~',
        '<!--',
        '-->',
        '',
        'prose',
        '- []string',
        '- [x](url)',
        '*[x] y*',
        '## 1. Phase',
        '1.[ ] five',
        '> -[ ] six',
        '| - [] | b |',
      ),
      { maxLength: 12 },
    ),
    ending,
  )
  .map(([lines, end]) => lines.join(end))

test.each([
  ['- [ ] a\r\n-[ ] T002 b\r\n', '- [ ] a\r\n- [ ] T002 b\r\n'],
  ['- [x] a\n- [] b\n* [X]c\n1.[~] d\n', '- [x] a\n- [ ] b\n* [X] c\n1. [~] d\n'],
  ['-[ ] a\n- [ ] b\n\n    -[ ] c\n', '- [ ] a\n- [ ] b\n\n    - [ ] c\n'],
  ['- [ ] a\n\n```\n-[ ] b\n```\n\n<!--\n- [] c\n-->\n', undefined],
  ['- [ ] a\n- []string\n- [x](u)\n- [x]: u\n*[x] y*\n', undefined],
  ['-[ ] a\n', '- [ ] a\n'],
])('a checklist %j is fixed as %j', (source, fixed) => {
  expect(checklist().fix?.(source)).toBe(fixed ?? source)
})

const unspelled = (key: string, value: unknown): unknown => {
  if (key === 'id') return normalizePhaseId(String(value))
  return key === 'dependsOn' ? (value as string[]).map(normalizePhaseId) : value
}

test.each([
  ['phase-table', phaseTable(), isRow],
  ['task-heading', taskHeading(), isHeading],
  ['checklist', checklist(), isBox],
] as const)(
  '%s: what is fixed is fixed once, and every other line is the same to the byte',
  (_, parser, mayChange) => {
    fc.assert(
      fc.property(fc.oneof(document, boxes, anyDocument), (source) => {
        const fixed = parser.fix?.(source) ?? ''
        expect(parser.fix?.(fixed)).toBe(fixed)
        const before = split(source)
        const after = split(fixed)
        expect(after).toHaveLength(before.length)
        before.forEach((line, index) => {
          if (!mayChange(line) && !isCommon(line)) expect(after[index]).toBe(line)
          expect(after[index]?.match(/[\r\n]*$/)?.[0]).toBe(line.match(/[\r\n]*$/)?.[0])
        })
        if (parser.id !== 'phase-table') return
        const [one, other] = [source, fixed].map((text) =>
          checkPlan(text, { parsers: [parser], format: parser.id }),
        )
        expect(other?.ok).toBe(one?.ok)
        const plans = [one, other].map(
          (check) =>
            check?.plan &&
            essence({
              ...check.plan,
              phases: check.plan.phases.map((phase) => ({ ...phase, parallelWith: [] })),
            }),
        )
        // A fix spells ids in one way.
        const [was, is] = plans.map((plan) => JSON.stringify(plan, unspelled))
        expect(is).toEqual(was)
        const claims = (check: typeof one) =>
          check?.plan?.phases.flatMap(({ id, parallelWith }) =>
            parallelWith.map((to) => [id, to].map(normalizePhaseId).join(' ')),
          )
        expect(claims(other)).toEqual(expect.arrayContaining(claims(one) ?? []))
      }),
      { numRuns },
    )
  },
  timeout,
)
