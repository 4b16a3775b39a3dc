import { buildArchitectGuidance, checkPlan, checkTestFirst, splitBatches } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import { describe, expect, it } from 'vitest'

const parsers = allParsers()
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
