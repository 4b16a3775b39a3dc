import { describe, expect, it } from 'vitest'
import { batchLimits } from '../policy/dispatch/batch-limits.ts'
import { buildArchitectGuidance } from './architect-guidance.ts'

const formats = ['phase-table', 'task-heading', 'subtask-list', 'execution-plan'] as const

describe.each(formats)('%s', (format) => {
  const text = buildArchitectGuidance({ format, tdd: true })

  // seed: intelligent-execution 95, phased-execution 47
  it('says everything that a plan is judged by', () => {
    for (const title of ['Parts', 'Tests first', 'Risk', 'Batches', 'Commands', 'Order', 'Format']) {
      expect(text).toContain(`\n## ${title}\n`.slice(title === 'Parts' ? 1 : 0))
    }
    for (const rule of [
      /two to five minutes/,
      /depends on its test/,
      /refactoring afterwards/,
      /Integration tests come last/,
      /^- Low: .*\n- Medium: .*\n- High: /m,
      /decisions that a person must make/,
      /exit code/,
      /pattern only if the exit code/,
      /Declare the files/,
      /write different files/,
    ]) {
      expect(text).toMatch(rule)
    }
  })

  // seed: intelligent-execution 95
  it('has the limits that batches are cut by', () => {
    expect(text).toContain(`at most ${batchLimits.low} if all are low risk, at most ${batchLimits.medium} if`)
  })

  it('does not ask for tests first where the plan does not follow that', () => {
    const without = buildArchitectGuidance({ format, tdd: false })
    expect(without).not.toContain('Tests first')
    expect(without).not.toContain('\n\n\n')
  })
})

it('names fallback commands where a format has them', () => {
  const execution = buildArchitectGuidance({ format: 'execution-plan', tdd: false })
  expect(execution).toContain('Give each command that may be missing `fallback_commands`')
  expect(execution).toContain('tdd_approach: false')
  expect(buildArchitectGuidance({ format: 'phase-table', tdd: true })).toContain('`Parallel With`')
})
