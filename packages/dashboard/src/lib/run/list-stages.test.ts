import { expect, it } from 'vitest'
import { listStages } from './list-stages.ts'

type View = Parameters<typeof listStages>[0]
type Status = Parameters<typeof listStages>[1]['status']

const stages = (status: Status, phases: string[], gates: string[] = []): string =>
  listStages(
    {
      report: { gates: gates.map((kind) => ({ kind })) },
      phases: new Map(
        phases.map((phase, id) => [String(id), { status: phase, attempt: phase === 'pending' ? 0 : 1 }]),
      ),
    } as unknown as View,
    { status },
  )
    .map(({ state }) => state)
    .join(' ')

// seed: intelligent-execution 105
it('is at the plan until a phase starts, and while the plan is asked about', () => {
  expect(stages('running', ['pending', 'pending'])).toBe('current open open open')
  expect(stages('waiting', ['pending'], ['plan'])).toBe('waiting open open open')
})

it('is in development while a phase works, and in review when only reviews are left', () => {
  expect(stages('running', ['completed', 'running'])).toBe('over current open open')
  expect(stages('running', ['completed', 'reviewing'])).toBe('over over current open')
  expect(stages('running', ['running', 'reviewing'])).toBe('over current current open')
  expect(stages('running', ['completed', 'completed'])).toBe('over over current open')
})

it('waits for a person where its process ended, and is open there while its state is unknown', () => {
  expect(stages('interrupted', ['completed', 'running'])).toBe('over waiting open open')
  expect(stages('unknown', ['completed', 'running'])).toBe('over open open open')
})

it('is done, or failed where it stopped', () => {
  expect(stages('completed', ['completed'])).toBe('over over over over')
  expect(stages('failed', ['completed', 'failed', 'pending'])).toBe('over failed open open')
  expect(stages('failed', ['failed', 'blocked'])).toBe('over failed open open')
  expect(stages('reverted', ['completed', 'completed'])).toBe('over over over stopped')
  expect(stages('cancelled', ['completed', 'cancelled'])).toBe('over stopped open open')
  expect(stages('waiting', ['completed', 'waiting'], ['blocker'])).toBe('over waiting open open')
})
