import { buildArchitectGuidance, checkPlan, checkTestFirst, splitBatches } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { dialects } from '@amelia/parser-dialects'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { describe, expect, it } from 'vitest'

const parsers = [
  phaseTable(),
  taskHeading(),
  subtaskList(),
  executionPlan(),
  checklist(),
  outlinePlan(),
  taskMaster(),
  ...dialects(),
]
const formats = ['phase-table', 'task-heading', 'subtask-list', 'execution-plan'] as const

describe.each(formats)('the example of %s', (format) => {
  it.each([true, false])('is a valid plan with tests first: %s', async (tdd) => {
    const guidance = await buildArchitectGuidance({ format, tdd })
    const example = /````\n([^]*)````\n$/.exec(guidance)?.[1] ?? ''
    const check = checkPlan(example, { parsers, split: splitBatches })
    expect(check.issues).toEqual([])
    expect(check).toMatchObject({ ok: true, format })
    const plan = check.plan
    expect(plan?.goal).toMatch(/^Refuse clients/)
    if (!plan) throw new Error('The text is not a plan.')
    expect(checkTestFirst({ ...plan, tddApproach: true })).toEqual([])
    const types = new Set(plan.phases.flatMap((phase) => phase.subtasks.map(({ type }) => type)))
    expect(types).toContain('test')
    expect(types).toContain('impl')
  })
})
