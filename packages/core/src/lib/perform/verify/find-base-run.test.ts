import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { TestRun } from '../../event/evidence.ts'
import { findBaseRun, keepBaseRun } from './find-base-run.ts'

const green: TestRun = { exitCode: 0 }
const tree = (commit: string) => ({ commit, overlays: [] })

describe('runs of a base', () => {
  it('are known by check and tree', () => {
    const { performer } = createPerformer()
    keepBaseRun(performer, 'test', tree('a'), Promise.resolve(green))
    expect(findBaseRun(performer, 'test', tree('a'))).toBeDefined()
    expect(findBaseRun(performer, 'unit-tests', tree('a'))).toBeUndefined()
    expect(
      findBaseRun(performer, 'test', { commit: 'a', overlays: [{ from: 'b', paths: ['c'] }] }),
    ).toBeUndefined()
  })

  it('of an attempt are those of its phase, unless it was merged', () => {
    const fixture = createPerformer()
    const { performer } = fixture
    const phase = fixture.phase('a')
    keepBaseRun(performer, 'test', tree('attempt'), Promise.resolve(green))
    phase.attempt.work = { commit: 'attempt', tree: 't', files: [] }
    phase.integrated = { commit: 'phase', under: 'base' }
    performer.state.integrated.push(phase.index)
    expect(findBaseRun(performer, 'test', tree('phase'))).toBeDefined()
    expect(findBaseRun(performer, 'test', tree('other'))).toBeUndefined()
    phase.attempt.merged = true
    expect(findBaseRun(performer, 'test', tree('phase'))).toBeUndefined()
  })

  it('are few', () => {
    const { performer } = createPerformer()
    for (let number = 0; number < 100; number++)
      keepBaseRun(performer, 'test', tree(`${number}`), Promise.resolve(green))
    expect(performer.baseRuns.size).toBe(30)
    expect(findBaseRun(performer, 'test', tree('99'))).toBeDefined()
  })

  it('are forgotten if they could not run', async () => {
    const { performer } = createPerformer()
    const failed = Promise.reject<TestRun>(new Error('no disk'))
    keepBaseRun(performer, 'test', tree('a'), failed)
    await expect(failed).rejects.toThrow('no disk')
    expect(performer.baseRuns.size).toBe(0)
  })
})
