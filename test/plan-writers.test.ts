import { checkPlan, type Plan, type PlanDraft, type PlanParserV1 } from '@amelia/core'
import { defineParser } from '@amelia/core/plugin'
import { checklist } from '@amelia/parser-checklist'
import { dialects } from '@amelia/parser-dialects'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPlan, essence, markdownPlan } from './arbitrary-plan.ts'

const parsers = [
  phaseTable(),
  taskHeading(),
  executionPlan(),
  subtaskList(),
  checklist(),
  outlinePlan(),
  taskMaster(),
  ...dialects(),
]
const writers = parsers.filter((parser) => parser.write !== undefined)
const numRuns = Number(process.env.PLANS_WRITTEN ?? 25)

/** Validates a draft and adds its defaults, as programs receive it. */
const complete = (draft: PlanDraft): Plan => {
  const given = defineParser({ id: 'given', detect: () => 1, parse: () => ({ plan: draft, issues: [] }) })
  const { ok, plan, issues } = checkPlan('x', { parsers: [given] })
  if (!ok || !plan) throw new Error(JSON.stringify(issues))
  return plan
}

const write = (parser: PlanParserV1, plan: Plan) => {
  const written = parser.write?.(plan)
  if (!written) throw new Error(`${parser.id} writes nothing`)
  return written
}

test('three formats can be written', () => {
  expect(writers.map((parser) => parser.id)).toEqual(['phase-table', 'task-heading', 'execution-plan'])
})

describe.each(writers)('$id', (parser) => {
  test('every written plan is detected and parsed without errors, and losses are listed', () => {
    fc.assert(
      fc.property(anyPlan, (draft) => {
        const plan = complete(draft)
        const { text, losses } = write(parser, plan)
        const check = checkPlan(text, { parsers })
        expect(check.issues.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(check.format).toBe(parser.id)
        expect(check.plan?.phases).toHaveLength(plan.phases.length)
        if (losses.length === 0) expect(essence(check.plan as Plan)).toEqual(essence(plan))
        else expect(essence(check.plan as Plan)).not.toEqual(essence(plan))
        expect(text.endsWith('\n')).toBe(true)
        expect(write(parser, plan)).toEqual({ text, losses })
      }),
      { numRuns },
    )
  })

  test('a parsed plan is written as the same plan', () => {
    fc.assert(
      fc.property(anyPlan, (draft) => {
        const { text } = write(parser, complete(draft))
        const { plan } = checkPlan(text, { parsers })
        const again = write(parser, plan as Plan)
        expect(again.losses).toEqual([])
        expect(essence(checkPlan(again.text, { parsers }).plan as Plan)).toEqual(essence(plan as Plan))
      }),
      { numRuns },
    )
  })
})

test.each([phaseTable(), taskHeading()])(
  '$id says a plan of fences whole, bodies and descriptions apart',
  (parser) => {
    fc.assert(
      fc.property(markdownPlan, (draft) => {
        const { losses } = write(parser, complete(draft))
        expect(losses.filter((loss) => !loss.startsWith('Descriptions of steps'))).toEqual([])
      }),
      { numRuns },
    )
  },
)
