import type { PlanParserV1, WrittenPlan } from '../../contract/plan-parser.ts'
import { findLosses } from '../../plan/find-losses.ts'
import type { Plan, PlanDraft } from '../../plan/model/plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { checkPlan } from '../../read/check-plan.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { makeCase } from '../make-case.ts'
import { excerpt } from './strangers.ts'

/** Returns the cases of a parser's `write`, on the plans of documents and on plans made in code. */
export const parserWriteCases = (parser: PlanParserV1, samples: readonly string[]): ContractCase[] => {
  const needs = { 'parser.write': parser.write }
  const test = (name: string, body: () => void): ContractCase => makeCase(name, needs, async () => body())
  const plansOf = (): Plan[] => [
    ...samples.flatMap((text) => {
      const { ok, plan } = checkPlan(text, { parsers: [parser] })
      return ok && plan ? [plan] : []
    }),
    ...madeInCode.map((draft) => planSchema.parse(draft)),
  ]
  return [
    test('any plan is written as a text and its losses, twice the same, and is not changed', () => {
      for (const plan of plansOf()) {
        const before = structuredClone(plan)
        const written = writeOnce(parser, plan)
        ensureEqual(plan, before, 'the plan after it was written')
        ensureEqual(writeOnce(parser, plan), written, 'the result of a second call')
      }
    }),
    test('a written plan is detected and read without errors', () => {
      for (const plan of plansOf()) {
        const { text } = writeOnce(parser, plan)
        ensure(parser.detect(text) > 0, `the score of the written text ${excerpt(text)}`)
        const errors = parser.parse(text).issues.filter(({ severity }) => severity === 'error')
        ensureEqual(errors, [], `errors of the written text ${excerpt(text)}`)
      }
    }),
    test('a plan that is written without losses is read back unchanged', () => {
      for (const plan of plansOf()) {
        const { text, losses } = writeOnce(parser, plan)
        if (losses.length === 0)
          ensureEqual(findLosses(plan, parser.parse(text).plan), [], `unreported losses of ${excerpt(text)}`)
      }
    }),
  ]
}

/** Plans with what formats express differently, and characters that have a meaning in some of them. */
const madeInCode: readonly PlanDraft[] = [
  { phases: [{ id: '1', title: 'First' }] },
  {
    title: 'Two: "parts"',
    goal: 'Sell | things',
    phases: [
      { id: '1', title: 'Set up | `it`', body: 'Text.\n\n- one\n- two', files: ['src/a.ts'], estimate: 3 },
      {
        ...{ id: '2a', title: '# Build: {"a": 1}', dependsOn: ['1'], risk: 'high' },
        acceptance: [{ command: 'npm test' }],
        subtasks: [
          { id: '2a.1', title: 'Test it', type: 'test', status: 'done' },
          {
            ...{ id: '2a.2', title: 'Write it', type: 'impl', dependsOn: ['2a.1'] },
            steps: [
              { id: 's1', action: 'code', filePath: 'src/b.ts', codeChange: 'export const b = `${1}`\n' },
              { id: 's2', action: 'command', command: 'npm run "build it"', dependsOn: ['s1'] },
              { id: 's3', action: 'manual', description: 'Inspect the page' },
            ],
          },
        ],
      },
    ],
  },
]

/** Calls `write` as a method, because the parser may be an instance of a class. */
const writeOnce = (parser: PlanParserV1, plan: Plan): WrittenPlan => {
  const written: unknown = parser.write?.(plan)
  ensure(
    isWritten(written),
    `\`write\` returns a text that ends with a line ending, and losses; got ${JSON.stringify(written)?.slice(0, 200)}`,
  )
  return written
}

const isWritten = (value: unknown): value is WrittenPlan => {
  if (typeof value !== 'object' || value === null) return false
  const { text, losses } = value as { text?: unknown; losses?: unknown }
  return typeof text === 'string' && text.endsWith('\n') && Array.isArray(losses) && losses.every(isLoss)
}

const isLoss = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const { what, places } = value as { what?: unknown; places?: unknown }
  return (
    typeof what === 'string' &&
    what !== '' &&
    Array.isArray(places) &&
    places.every((place) => typeof place === 'string')
  )
}
