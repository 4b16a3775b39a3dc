import { expect, it } from 'vitest'
import type { PhaseDraft } from '../plan/model/phase.ts'
import type { SubtaskDraft } from '../plan/model/subtask.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { findTests } from './evidence/find-tests.ts'
import { isLong } from '../../../../../test/fixtures/is-long.ts'

/** Two subtasks a phase, each phase after the one before, and each subtask too where it is `declared`. */
const chainOf = (count: number, declared: boolean): PhaseDraft[] =>
  Array.from({ length: count }, (_, at) => {
    const part = (id: string, type: 'test' | 'impl', ...dependsOn: string[]): SubtaskDraft => ({
      id,
      title: id,
      type,
      dependsOn: declared ? dependsOn : [],
    })
    return {
      id: `${at}`,
      title: `${at}`,
      subtasks: [part(`${at}t`, 'test', ...(at > 0 ? [`${at - 1}i`] : [])), part(`${at}i`, 'impl', `${at}t`)],
      dependsOn: at > 0 ? [`${at - 1}`] : [],
    }
  })

it('finds the tests of very many subtasks in one chain, declared or not', () => {
  const count = isLong ? 50_000 : 10_000
  for (const declared of [true, false]) {
    const plan = planSchema.parse({ phases: chainOf(count, declared) })
    const before = process.cpuUsage()
    const found = findTests(plan)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000)
    expect(found.get('0i')).toEqual(['0t'])
    expect(found.get('2i')).toEqual(['0t', '1t', '2t'])
    expect(found.get(`${count - 1}i`)).toContain(`${count - 1}t`)
  }
})
