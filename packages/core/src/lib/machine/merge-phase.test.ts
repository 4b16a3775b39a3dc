import { describe, expect, it } from 'vitest'
import {
  check,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  red,
} from '../../../test/machine-run.ts'
import { phase } from '../../../test/sample-plan.ts'
import { presets } from '../run/settings/presets.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const a1 = { phaseId: 'a', attempt: 1 }

/** The work of a phase is committed and, where there are checks, verified. */
const commit = (machine: MachineRun, id = 'a', attempt = 1) => {
  const { opened, finished, committed, verified } = inputsOf(id, attempt)
  const { checks } = machine.state.settings
  return machine.feed(opened, finished, committed, ...(checks.length > 0 ? [verified(green)] : []))
}
const create = (settings: MachineRunOptions['settings'] = {}, ids = ['a']): MachineRun =>
  createMachineRun({ phases: ids.map((id) => phase(id)), settings })

describe('the line for the head', () => {
  it('is first come, first served, one at a time', () => {
    const machine = create({}, ['a', 'b', 'c'])
    commit(machine, 'b')
    expect(kinds(commit(machine, 'a').effects)).not.toContain('compose')
    const { composed, prepared, moved } = inputsOf('b')
    machine.feed(composed, prepared)
    const { events, effects } = machine.feed(moved)
    expect(events[0]).toMatchObject({ type: 'commit_integrated', phaseId: 'b', merged: false, target: true })
    expect(machine.state.head).toBe('b-done')
    // Work integrated since then is merged with the next one.
    expect(effects).toContainEqual({ type: 'merge', ...a1, dispatch: 1, head: 'b-done', commit: 'a-work' })
    expect(machine.feed({ type: 'merged', ...a1, tree: 'joined' }).effects).toEqual([
      { type: 'compose', ...a1, dispatch: 1, head: 'b-done', tree: 'joined' },
    ])
  })
})

describe('a merge', () => {
  /** Phase `a` is to be merged with `b`, which was faster. */
  const merging = (settings: MachineRunOptions['settings'] = {}): MachineRun => {
    const machine = create(settings, ['a', 'b'])
    commit(machine, 'b')
    const { composed, prepared, moved } = inputsOf('b')
    machine.feed(composed, prepared, moved)
    commit(machine, 'a')
    return machine
  }

  it('of the same lines is a fresh attempt on the head, twice, and then a question', () => {
    const machine = merging({ retry: { ...presets.phased.retry, workspace: 'keep' } })
    for (const attempt of [1, 2]) {
      // Something else comes onto the head each time.
      const { events, effects } = machine.feed({
        type: 'merge_conflicted',
        phaseId: 'a',
        attempt,
        paths: ['x', 'y'],
      })
      expect(events[0]).toMatchObject({
        ...{ type: 'phase_returned', reason: 'conflict', count: attempt, rounds: 2 },
        details: [expect.stringContaining('Phase a conflicts with '), 'x', 'y'],
      })
      const opened = effects.find(({ type }) => type === 'open_workspace')
      expect(opened).toMatchObject({ attempt: attempt + 1 })
      expect(opened).not.toHaveProperty('from')
      expect(machine.phase('a')).toMatchObject({ effort: { tries: 1, collisions: attempt } })
      machine.state.head = `other-${attempt}`
      Object.assign(machine.phase('a').attempt, { base: 'base' })
      commit(machine, 'a', attempt + 1)
    }
    machine.feed({ type: 'merge_conflicted', phaseId: 'a', attempt: 3, paths: ['x', 'y'] })
    expect(machine.gate()).toMatchObject({
      blocker: 'merge_conflict',
      question: 'Phase a conflicts with phase b (b-done): both change x, y.',
      details: ['x', 'y'],
    })
    expect(machine.phase('a').failures).toHaveLength(3)
  })

  it('is verified before it is moved to, and a red merge does not count as a failed attempt', () => {
    const machine = merging({ checks: [check], retry: { ...presets.phased.retry, workspace: 'keep' } })
    machine.feed({ type: 'merged', ...a1, tree: 'joined' })
    const { events, effects } = machine.feed(inputsOf().composed)
    expect(events).toMatchObject([
      { type: 'verification_started', on: 'merged', commit: 'a-done', checks: ['test'] },
    ])
    expect(effects).toEqual([{ type: 'verify', ...a1, dispatch: 1, on: 'merged', commit: 'a-done' }])
    expect(machine.phase('a').status).toBe('verifying')
    const told = machine.feed({ type: 'verified', ...a1, on: 'merged', checks: [red] }).events
    expect(told).toMatchObject([
      { type: 'verification_completed', on: 'merged', passed: false },
      {
        ...{ type: 'phase_returned', reason: 'conflict', count: 1, rounds: 2 },
        details: expect.arrayContaining([
          'The check "test" failed after the merge with phase b (b-done).',
        ]) as string[],
      },
      { type: 'phase_started', attempt: 2, base: 'b-done' },
    ])
    expect(machine.phase('a')).toMatchObject({ effort: { tries: 1, collisions: 1 } })
    // The earlier content is what conflicted with the head.
    expect(machine.phase('a')).toMatchObject({ attempt: { kept: false, base: 'b-done' } })
  })

  it('that is green is moved to', () => {
    const machine = merging({ checks: [check] })
    machine.feed({ type: 'merged', ...a1, tree: 'joined' }, inputsOf().composed)
    const { effects } = machine.feed({ type: 'verified', ...a1, on: 'merged', checks: [green] })
    expect(effects).toEqual([
      { type: 'prepare_move', ...a1, dispatch: 1, commit: 'a-done', head: 'b-done', headRef: 'b-done' },
    ])
    expect(machine.phase('a').status).toBe('integrating')
    machine.feed(inputsOf().prepared)
    expect(machine.feed(inputsOf().moved).events[0]).toMatchObject({
      type: 'commit_integrated',
      merged: true,
    })
  })

  it('leaves what was shown of the attempt itself as it was', () => {
    const machine = merging({ checks: [check] })
    machine.feed({ type: 'merged', ...a1, tree: 'joined' }, inputsOf().composed)
    const evidence = { paid: ['b'], leftOut: [], changed: [] }
    machine.feed({ type: 'verified', ...a1, on: 'merged', checks: [green], evidence })
    expect(machine.phase('a').attempt.evidence).toBeUndefined()
  })

  it('whose check cannot be started is a question about that', () => {
    const machine = merging({ checks: [check] })
    machine.feed({ type: 'merged', ...a1, tree: 'joined' }, inputsOf().composed)
    machine.feed({ type: 'verified', ...a1, on: 'merged', checks: [{ ...red, exitCode: 127 }] })
    expect(machine.gate()).toMatchObject({
      blocker: 'environment',
      question: 'Check "test" could not start: command "npm" not found.',
    })
    expect(machine.phase('a').effort.collisions).toBe(0)
  })

  it('is not verified where there is nothing to verify it with', () => {
    const machine = merging()
    machine.feed({ type: 'merged', ...a1, tree: 'joined' })
    expect(kinds(machine.feed(inputsOf().composed).effects)).toEqual(['prepare_move'])
  })
})
