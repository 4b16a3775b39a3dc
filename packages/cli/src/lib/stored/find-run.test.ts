import { describe, expect, it } from 'vitest'
import { chooseRun } from './find-run.ts'

const runs = ['b6', 'b5', 'b4', 'b3', 'b2', 'b1', 'a', 'ab'].map((runId) => ({ runId }))

describe('chooseRun', () => {
  it.each([
    ['b3', 'b3'],
    ['a', 'a'],
    ['ab', 'ab'],
  ])('accepts %s', (wanted, runId) => {
    expect(chooseRun(runs, wanted)).toEqual({ runId })
  })

  it('lists the matching runs of an ambiguous prefix', () => {
    expect(() => chooseRun(runs, 'b')).toThrow(
      expect.objectContaining({
        message: 'Several runs start with "b".',
        advice: 'They are: b6, b5, b4, b3, b2 and 1 more.',
      }),
    )
  })

  it('refuses an empty id, also for the only run', () => {
    expect(() => chooseRun([{ runId: 'a' }], '')).toThrow(
      expect.objectContaining({
        message: 'The id of the run is empty.',
        advice: 'Runs of this repository: a.',
      }),
    )
  })

  it('lists the newest runs for an unknown one', () => {
    expect(() => chooseRun(runs, 'c')).toThrow(
      expect.objectContaining({
        message: 'Run "c" not found.',
        advice: 'Runs of this repository: b6, b5, b4, b3, b2 and 3 more.',
      }),
    )
  })
})
