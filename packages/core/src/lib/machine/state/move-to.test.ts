import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { forkPlan } from '../../../../test/sample-plan.ts'
import { isTerminal, moveTo } from './move-to.ts'
import type { PhaseStatus } from '../../event/phase-status.ts'

const statuses: PhaseStatus[] = [
  'pending',
  'ready',
  'running',
  'verifying',
  'reviewing',
  'checkpoint',
  'integrating',
  'waiting',
  'completed',
  'external',
  'failed',
  'blocked',
  'skipped',
  'cancelled',
]
const terminal = ['completed', 'external', 'failed', 'blocked', 'skipped']

describe('moveTo', () => {
  it('counts what is open in the run and in each batch, whatever moves where', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 5 }), fc.constantFrom(...statuses)), { maxLength: 60 }),
        (moves) => {
          const { state } = createPerformer({ plan: forkPlan() }).performer
          for (const [index, status] of moves) moveTo(state, state.phases[index]!, status)
          const open = state.phases.filter(({ status }) => !terminal.includes(status))
          expect(state.open).toBe(open.length)
          const left = state.batches.map(
            (members) =>
              members.filter(
                (index) =>
                  state.phases[index]!.status !== 'checkpoint' && open.includes(state.phases[index]!),
              ).length,
          )
          expect([...state.batchOpen]).toEqual(left)
        },
      ),
    )
  })

  it('a cancelled phase is not where it stays', () => {
    const { state } = createPerformer().performer
    const ended = statuses.filter((status) => {
      moveTo(state, state.phases[0]!, status)
      return isTerminal(state.phases[0]!)
    })
    expect(ended).toEqual(terminal)
  })
})
