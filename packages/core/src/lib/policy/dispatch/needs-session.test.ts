import { describe, expect, it } from 'vitest'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { phaseSchema } from '../../plan/plan-schema.ts'
import { needsSession } from './needs-session.ts'

const steps = [{ id: 's', action: 'manual' as const }]
const ask = (subtasks: Partial<SubtaskDraft>[], by: 'engine' | 'driver' = 'engine') =>
  needsSession(
    phaseSchema.parse({
      id: 'p',
      title: 'P',
      subtasks: subtasks.map((subtask, index) => ({ id: `t${index}`, title: 'T', ...subtask })),
    }),
    by,
  )

describe('needsSession', () => {
  it('says whether an agent has something to do', () => {
    expect(ask([])).toBe(true)
    expect(ask([{}])).toBe(true)
    expect(ask([{ steps }])).toBe(false)
    expect(ask([{ steps }, {}])).toBe(true)
    expect(ask([{ steps }, { status: 'done' }])).toBe(false)
    expect(ask([{ steps }], 'driver')).toBe(true)
    expect(ask([{ steps, status: 'done' }], 'driver')).toBe(false)
  })
})
