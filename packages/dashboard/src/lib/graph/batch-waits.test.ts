import type { PhaseReport, RunView } from '@amelia/core'
import { expect, it } from 'vitest'
import { batchWaits } from './batch-waits.ts'

const viewOf = (asked: string[], statuses: Record<string, PhaseReport['status']>) => ({
  report: { gates: [{ phaseIds: asked }] } as unknown as RunView['report'],
  phases: new Map(
    Object.entries(statuses).map(([id, status]) => [id, { id, status, title: id } as PhaseReport]),
  ),
})

it('waits if a question is about one of its phases, and no phase is being worked on', () => {
  expect(batchWaits(viewOf(['a'], { a: 'waiting', b: 'pending' }), ['a', 'b'])).toBe(true)
  expect(batchWaits(viewOf(['a'], { a: 'waiting', b: 'running' }), ['a', 'b'])).toBe(false)
  expect(batchWaits(viewOf(['c'], { a: 'pending', c: 'waiting' }), ['a'])).toBe(false)
  expect(batchWaits(undefined, ['a'])).toBe(false)
})
