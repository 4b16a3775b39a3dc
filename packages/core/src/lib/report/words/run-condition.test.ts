import { expect, it } from 'vitest'
import { type RunStatus, runStatuses } from '../../event/run-status.ts'
import { type ConditionFacts, runCondition } from './run-condition.ts'

const stateOf = (status: RunStatus, facts: Partial<ConditionFacts> = {}): string =>
  runCondition({ report: { status }, ...facts }).state

it.each(runStatuses)('of a run with the status %s depends on its lock and the connection', (status) => {
  const found = {
    locked: stateOf(status, { lock: { locked: true } }),
    free: stateOf(status, { lock: { locked: false } }),
    unknown: stateOf(status),
    lost: stateOf(status, { lock: { locked: true }, connection: 'lost' }),
  }
  if (status === 'running' || status === 'draining')
    expect(found).toEqual({ locked: status, free: 'interrupted', unknown: 'unknown', lost: 'unknown' })
  else if (status === 'waiting')
    expect(found).toEqual({ locked: status, free: status, unknown: status, lost: 'unknown' })
  else expect(new Set(Object.values(found))).toEqual(new Set(['ended']))
})

it('names how a run ended, and the time since the last record of one that did not', () => {
  expect(runCondition({ report: { status: 'partial' } })).toEqual({
    ...{ state: 'ended', status: 'partial', sentence: 'Ended: partial.' },
  })
  expect(runCondition({ report: { status: 'aborted', reverted: true } })).toEqual({
    ...{ state: 'ended', status: 'reverted', sentence: 'Ended: reverted.' },
  })
  const at = '2026-01-01T00:00:00.000Z'
  const facts = { report: { status: 'running' }, at, now: Date.parse(at) + 65_000 } as const
  expect(runCondition({ ...facts, lock: { locked: false } }).sentence).toBe(
    'Interrupted: its process ended before the run, last record 1m 05s ago.',
  )
  expect(runCondition({ ...facts, connection: 'lost' }).sentence).toBe(
    'Unknown: the connection is lost. Last known: running, last record 1m 05s ago.',
  )
  expect(runCondition(facts).sentence).toBe(
    'Unknown whether a process runs it. Last known: running, last record 1m 05s ago.',
  )
})
