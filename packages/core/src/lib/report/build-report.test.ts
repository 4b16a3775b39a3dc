import { createAttempt } from '../machine/state/attempt.ts'
import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../test/performer-fixture.ts'
import { phase } from '../../../test/sample-plan.ts'
import type { PhaseState } from '../machine/state/phase-state.ts'
import type { RunState } from '../machine/state/run-state.ts'
import type { Failure } from '../contract/failure.ts'
import { buildReport } from './build-report.ts'
import { createRunBudget } from '../machine/state/run-budget.ts'
import { nothingSpent } from '../policy/dispatch/find-exhausted.ts'

const start = Date.UTC(2026, 0, 1)
const failure: Failure = { class: 'agent_failed', message: 'It went away.' }

const report = (run: Partial<RunState>, of: Partial<PhaseState> = {}, now = start + 5_000) => {
  const { performer, phase: find } = createPerformer({
    plan: { goal: 'Goal', title: 'Title', phases: [phase('a')] },
  })
  Object.assign(find('a'), of)
  Object.assign(performer.state, run)
  return buildReport(performer.state, now)
}
const target = { ref: 'refs/heads/amelia/work', before: null, commit: null }
const only = (of: Partial<PhaseState>) => report({ startedAt: start }, of).phases[0]!

describe('buildReport', () => {
  // seed: phased-execution 15, phased-execution 76
  it('tells how a run ended', () => {
    const ended = report(
      {
        status: 'completed',
        startedAt: start,
        endedAt: start + 3_000,
        budget: { ...createRunBudget({}), spent: { ...nothingSpent(), wallMs: 2_000 }, workedMs: 2_500 },
        base: 'c0',
        head: 'c1',
        target: { ...target, commit: 'c1' },
      },
      {
        status: 'completed',
        attempt: createAttempt({ number: 2, base: 'c0', units: [] }),
        integrated: { commit: 'c1', under: 'c0' },
        startedAt: start + 500,
        endedAt: start + 2_500,
        spent: { ...nothingSpent(), wallMs: 1_500 },
        failures: [failure],
      },
    )
    expect(ended).toEqual({
      runId: 'r1',
      goal: 'Goal',
      status: 'completed',
      base: 'c0',
      head: 'c1',
      publish: 'phase',
      target: 'refs/heads/amelia/work',
      targetPublished: true,
      unverified: true,
      phases: [
        {
          id: 'a',
          title: 'Phase a',
          status: 'completed',
          attempt: 2,
          base: 'c0',
          commit: 'c1',
          subtasks: [
            {
              ...{ id: 'a.1', title: 'Write a', type: 'other', status: 'completed', attempt: 2 },
              steps: [{ id: 'a.1.1', status: 'completed' }],
            },
          ],
          startedAt: '2026-01-01T00:00:00.500Z',
          completedAt: '2026-01-01T00:00:02.500Z',
          durationMs: 1_500,
          checks: [],
        },
      ],
      batches: [
        {
          batch: 1,
          phases: ['a'],
          status: 'completed',
          completedSteps: ['a.1.1'],
          checkpoint: 'batch',
          startedAt: '2026-01-01T00:00:00.500Z',
          completedAt: '2026-01-01T00:00:02.500Z',
        },
      ],
      checks: [],
      debts: [],
      gates: [],
      spent: { ...nothingSpent(), wallMs: 2_000 },
      startedAt: '2026-01-01T00:00:00.000Z',
      endedAt: '2026-01-01T00:00:03.000Z',
      durationMs: 2_500,
    })
    expect(JSON.parse(JSON.stringify(ended)), 'it is plain data').toEqual(ended)
  })

  it('counts the time since the last input for what is under way', () => {
    const budget = { ...createRunBudget({}), workedMs: 1_000, lastAt: start + 2_000 }
    const place = {} as NonNullable<PhaseState['place']>
    const going = report({ startedAt: start, budget }, { status: 'running', startedAt: start, place })
    expect([going.durationMs, going.phases[0]!.durationMs, going.endedAt]).toEqual([4_000, 3_000, undefined])
    const waiting = report({ startedAt: start, budget }, { status: 'waiting', startedAt: start })
    expect(waiting.phases[0]!.durationMs).toBe(0)
  })

  it('has no time before the start', () => {
    expect(report({ status: 'created' })).toMatchObject({ status: 'running', durationMs: 0 })
  })

  it('says whether it drains, while it runs', () => {
    expect(report({ status: 'running', draining: 'requested' }).status).toBe('draining')
    expect(report({ status: 'failed', draining: 'phase_failed' }).status).toBe('failed')
  })

  it('says when the target does not hold the head, and why', () => {
    expect(report({ head: 'c1', target: { ...target, note: 'Moved.' } })).toMatchObject({
      targetPublished: false,
      targetNote: 'Moved.',
    })
    expect(report({})).not.toHaveProperty('targetNote')
  })

  it('names a commit only where it is on the head, and a failure only where it is not made good', () => {
    expect(only({ status: 'integrating', integrated: { commit: 'c1', under: 'c0' } })).not.toHaveProperty(
      'commit',
    )
    expect(
      only({ status: 'completed', integrated: { commit: 'c1', under: 'c0' }, failures: [failure] }),
    ).not.toHaveProperty('failure')
    const last: Failure = { class: 'hung', message: 'It hangs.' }
    expect(only({ status: 'failed', failures: [failure, last] }).failure).toEqual(last)
    expect(only({ status: 'blocked', because: 'z' })).toMatchObject({ because: 'z', attempt: 0 })
  })

  it('falls back to the title, and lists the open gates', () => {
    const { performer } = createPerformer({ plan: { title: 'Title', phases: [phase('a')] } })
    const gate = {
      id: 'g',
      kind: 'plan',
      phaseIds: [],
      question: '',
      details: [],
      suggestions: [],
      choices: [],
    } as const
    performer.state.gates.set('g', { ...gate, phaseIds: [], details: [], suggestions: [], choices: [] })
    expect(buildReport(performer.state, 0)).toMatchObject({ goal: 'Title', gates: [gate] })
  })
})
