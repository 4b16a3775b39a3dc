import { describe, expect, it } from 'vitest'
import { createRun, openRun } from '../../src/index.ts'
import { defineReviewer, type Verdict } from '../../src/plugin.ts'
import { driverError } from '../../src/plugin.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, statuses, told } from '../run-plan.ts'

const plan = {
  phases: [
    { id: 'a', title: 'A', body: 'Do a.' },
    { id: 'b', title: 'B', body: 'Do b.', dependsOn: ['a'] },
  ],
}

/** An agent that writes a different file in each session. */
const agent = () =>
  createScriptedDriver(async ({ workspace, role }, _context, number) => {
    if (role === 'developer') await workspace.fs.writeFile(`/work-${number}.txt`, `${number}\n`)
  })

const approval: Verdict = { approved: true, summary: 'Good.', comments: [] }
const rejection = (...messages: string[]): Verdict => ({
  approved: false,
  summary: 'Not yet.',
  comments: messages.map((message) => ({ severity: 'major', message, file: 'a.txt', line: 3 })),
})

/** Returns these verdicts in order, and then approves. */
const reviewer = (verdicts: (Verdict | Error)[], scope: 'phase' | 'run' = 'phase', id = 'strict') => {
  const seen: string[] = []
  return {
    seen,
    ...defineReviewer({
      id,
      scope,
      async review({ phase, round, commit }) {
        seen.push(`${phase?.id ?? 'run'} ${round} ${commit === '' ? 'nothing' : 'a commit'}`)
        const verdict = verdicts.shift() ?? approval
        if (verdict instanceof Error) throw verdict
        return verdict
      },
    }),
  }
}
const run = (options: Partial<RunPlanOptions>) => runPlan({ plan, driver: agent(), ...options })

describe('a review', () => {
  it('stands between verification and integration', async () => {
    const strict = reviewer([])
    const { report, events } = await run({ reviewers: [strict], verify: { test: ['npm', 'test'] } })
    expect(report.status).toBe('completed')
    expect(strict.seen).toEqual(['a 1 a commit', 'b 1 a commit'])
    const ofA = told(
      events.filter(({ phaseId }) => phaseId === 'a'),
      'verification_completed',
      'review_started',
      'review_completed',
      'commit_integrated',
    )
    expect(ofA).toEqual([
      'verification_completed a',
      'review_started a',
      'review_completed a',
      'commit_integrated a',
    ])
  })

  // seed: phased-execution 3
  it('that rejects causes another round with its reasons, on the work; no attempt has failed', async () => {
    const driver = agent()
    const { report, events, host } = await run({
      driver,
      reviewers: [reviewer([rejection('Name it well.')])],
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }, { attempt: 1 }] })
    expect(told(events, 'phase_retry')).toEqual([])
    expect(events.find(({ type }) => type === 'phase_returned')).toMatchObject({
      ...{ attempt: 1, round: 2, rounds: 2, reason: 'review' },
      details: expect.arrayContaining(['a.txt:3: Name it well.']) as string[],
    })
    expect(driver.requests[1]?.prompt).toContain('Name it well.')
    const files = [...host.git.filesOf(report.target).keys()]
    expect(files).toEqual(expect.arrayContaining(['work-0.txt', 'work-1.txt']))
    const rejected = host.git.refs.get(`refs/amelia/${report.runId}/round/a/1/1`)!
    expect([...host.git.filesOf(rejected).keys()]).not.toContain('work-1.txt')
  })

  it('counts rounds separately: a rejected green attempt uses no attempt', async () => {
    const verdicts = () => [rejection('One.'), rejection('Two.'), rejection('Three.')]
    const few = await run({
      reviewers: [reviewer(verdicts())],
      maxAttempts: 1,
      retry: { maxReviewRounds: 3 },
    })
    expect(statuses(few.report)).toEqual({ a: 'failed', b: 'blocked' })
    const enough = await run({
      reviewers: [reviewer(verdicts())],
      maxAttempts: 1,
      retry: { maxReviewRounds: 4 },
    })
    expect(enough.report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }, { attempt: 1 }] })
    expect(told(enough.events, 'phase_returned')).toHaveLength(3)
  })

  it('that rejects twice for one reason opens a gate, at which a person may accept the attempt', async () => {
    const { report, events } = await run({
      reviewers: [reviewer([rejection('Same.'), rejection('Same.')])],
      retry: { maxReviewRounds: 5 },
      onGate: (gate) => {
        if (gate.kind !== 'blocker') return undefined
        expect(gate.blocker).toBe('repeated_failure')
        expect(gate.question).toContain('It is the same failure as in round 1.')
        return gate.choices.approve?.()
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }, { attempt: 1 }] })
    expect(told(events, 'review_completed')).toHaveLength(3)
  })

  it('is requested again later if its provider is unavailable, and the attempt stays', async () => {
    const busy = [driverError('rate_limited', { retryAfterMs: 60_000 }), driverError('transient')]
    const host = memoryHost({ clock: 'manual' })
    const run = await createRun({
      plan,
      host,
      driver: agent(),
      reviewers: [reviewer(busy)],
      trust: 'autonomous',
    })
    const events = recordEvents(run)
    const end = run.start()
    for (let round = 0; round < 200; round++) {
      await new Promise(setImmediate)
      host.clock.advance(10_000)
    }
    const report = await end
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }, { attempt: 1 }] })
    expect(told(events, 'provider_paused', 'phase_delayed')).toEqual([
      'provider_paused a',
      'phase_delayed a',
      'phase_delayed a',
    ])
  })

  it('that fails opens a gate: retry asks the reviewer again, not the agent', async () => {
    const driver = agent()
    const { report } = await run({
      driver,
      reviewers: [reviewer([driverError('auth')])],
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.retry?.() : undefined),
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }, { attempt: 1 }] })
    expect(driver.requests).toHaveLength(2)
  })

  it('without a reviewer, in a resumed run, approves nothing', async () => {
    const host = memoryHost({ clock: 'manual' })
    const first = await run({ host, reviewers: [reviewer([driverError('permission')])] })
    expect(first.report.status).toBe('waiting')
    const again = await openRun({ host, runId: first.run.id, driver: agent() })
    await again.answer('blocker:a:1', 'retry')
    const report = await again.start()
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
    expect(statuses(report)).toEqual({ a: 'waiting', b: 'pending' })
  })

  it('by several reviewers approves if each of them does', async () => {
    const one = reviewer([], 'phase', 'one')
    const two = reviewer([rejection('Tests are missing.')], 'phase', 'two')
    const { report, events } = await run({ reviewers: [one, two] })
    expect(report.phases[0]).toMatchObject({ attempt: 1 })
    expect(told(events, 'phase_returned')).toEqual(['phase_returned a'])
    expect(events.find(({ type }) => type === 'review_completed')).toMatchObject({
      approved: false,
      comments: [{ reviewer: 'two', disposition: 'implement', message: 'Tests are missing.' }],
    })
  })
})

describe('a review of the run', () => {
  it('comes once, after the last phase, with the full diff', async () => {
    const whole = reviewer([], 'run')
    const { report, events } = await run({ reviewers: [whole] })
    expect(report.status).toBe('completed')
    expect(whole.seen).toEqual(['run 1 a commit'])
    expect(told(events, 'phase_completed', 'run_reviewed')).toEqual([
      'phase_completed a',
      'phase_completed b',
      'run_reviewed',
    ])
  })

  it('that rejects opens a gate: accept, review again, or abort', async () => {
    const answers = ['retry', 'approve'] as const
    let asked = 0
    const whole = reviewer([rejection('Fix it.'), rejection('Fix it.')], 'run')
    const { report } = await run({
      reviewers: [whole],
      onGate: (gate) => {
        expect(gate).toMatchObject({ kind: 'blocker', blocker: 'review_rejected', phaseIds: [] })
        expect(gate.details.join('\n')).toContain('Fix it.')
        const choice = answers[asked++]!
        return gate.kind === 'blocker' ? gate.choices[choice]?.() : undefined
      },
    })
    expect(report.status).toBe('completed')
    expect(whole.seen).toHaveLength(2)
  })
})
