import { expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import { buildReport } from '../build-report.ts'

const checkpoints = (settings: Partial<RunSettings>) => {
  const { performer } = createPerformer({
    plan: {
      goal: 'Goal',
      title: 'Title',
      phases: [
        phase('a', [], { risk: 'low', subtasks: [] }),
        phase('b', ['a'], { risk: 'high' }),
        phase('c', ['b']),
      ],
    },
  })
  Object.assign(performer.state.settings, settings)
  return buildReport(performer.state, 0).batches.map(({ checkpoint }) => checkpoint)
}

// seed: intelligent-execution 109
it('names where the trust level will ask, also before the run gets there', () => {
  expect(checkpoints({ trust: 'paranoid' })).toEqual(['phase', 'phase', 'phase'])
  expect(checkpoints({ trust: 'standard' })).toEqual(['batch', 'batch', 'batch'])
  expect(checkpoints({ trust: 'autonomous' })).toEqual([undefined, 'phase', undefined])
  expect(checkpoints({ trust: 'standard', autoApproveLowRiskBatches: true })).toEqual([
    undefined,
    'batch',
    'batch',
  ])
  expect(checkpoints({ trust: 'paranoid', checkpoints: 'custom' })).toEqual([undefined, undefined, undefined])
})
