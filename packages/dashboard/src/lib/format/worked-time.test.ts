import { expect, it } from 'vitest'
import { workedTime } from './worked-time.ts'

it('grows from the time of the change while a phase is being worked on', () => {
  expect(workedTime({ status: 'running', active: true, durationMs: 5_000 }, { at: 1_000, now: 3_000 })).toBe(
    7_000,
  )
  expect(workedTime({ status: 'waiting', durationMs: 5_000 }, { at: 1_000, now: 3_000 })).toBe(5_000)
  expect(workedTime({ status: 'pending' }, { at: 1_000, now: 3_000 })).toBeUndefined()
})

it('does not run backwards where the clock of the page is behind', () => {
  expect(workedTime({ status: 'running', active: true, durationMs: 5_000 }, { at: 9_000, now: 3_000 })).toBe(
    5_000,
  )
})
