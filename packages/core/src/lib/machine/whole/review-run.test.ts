import { describe, expect, it } from 'vitest'
import { complete, createMachineRun, type MachineRun } from '../../../../test/machine-run.ts'
import { sessionUsed } from '../../../../test/session-used.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { EvaluatedComment, Review } from '../../contract/review.ts'
import { turnOffReviews } from '../../policy/answer/turn-off-reviews.ts'
import type { RunSettings } from '../state/run-settings.ts'

const approved: Review = { approved: true, summary: 'fine', comments: [] }
const comment: EvaluatedComment = {
  id: 'r-1',
  reviewer: 'r',
  severity: 'major',
  disposition: 'implement',
  message: 'fix it',
}
const rejected: Review = { approved: false, summary: 'not yet', comments: [comment] }
const failing = (failureClass: FailureClass, more: object = {}): Review => ({
  ...rejected,
  comments: [],
  failure: { class: failureClass, message: 'nobody is there', ...more },
})

/** Every phase is integrated, and the reviewers look at the whole. */
const reviewing = (settings: Partial<RunSettings> = {}): MachineRun => {
  const machine = createMachineRun({ settings: { review: { phase: false, run: true }, ...settings } })
  complete(machine)
  return machine
}
const say = (machine: MachineRun, review: Review) => machine.feed({ type: 'run_reviewed', review })

/** Waits of these times without any chance in them that matters: at most a fifth is added. */
const waits = {
  transient: { baseMs: 1_000, maxMs: 60_000, totalMs: 2_000 },
  rateLimited: { baseMs: 10_000, maxMs: 60_000, longestMs: 90_000, limit: 1 },
}
const between = (value: number, from: number): void => {
  expect(value).toBeGreaterThanOrEqual(from)
  expect(value).toBeLessThanOrEqual(from * 1.2)
}

describe('the review of the final result', () => {
  it.each([true, 'agent'] as const)('is asked for with everything that the run has done: %s', (run) => {
    const machine = createMachineRun({ settings: { review: { phase: false, run } } })
    const { events, effects } = complete(machine)
    expect(events.at(-1)).toMatchObject({ type: 'run_reviewing', commit: 'a-done', round: 1 })
    expect(effects.at(-1)).toEqual({ type: 'review_run', base: 'base', commit: 'a-done', round: 1 })
  })

  it('that approves lets the run come to its end, and is kept', () => {
    const machine = reviewing()
    const { events, effects } = say(machine, approved)
    expect(events).toMatchObject([
      { type: 'run_reviewed', commit: 'a-done', approved: true, summary: 'fine' },
    ])
    expect(effects).toEqual([{ type: 'close_run', head: 'a-done' }])
    expect(machine.state).toMatchObject({ ending: { reviews: [approved], reviewedHead: 'a-done' } })
  })

  it('that asks for changes is a question with every comment', () => {
    const machine = reviewing()
    const inFile = { ...comment, severity: 'minor', disposition: 'defer', file: 'src/a.ts' } as const
    const { events } = say(machine, { ...rejected, comments: [comment, inFile] })
    expect(events[0]).toMatchObject({ type: 'run_reviewed', approved: false, comments: [comment, inFile] })
    expect(machine.gate()).toEqual({
      id: 'run:review:1',
      kind: 'blocker',
      blocker: 'review_rejected',
      phaseIds: [],
      question: 'All phases passed, but the review of the final result asks for changes. Approve the result?',
      details: ['not yet', 'r (major, implement): fix it', 'r (minor, defer) src/a.ts: fix it'],
      suggestions: [],
      choices: ['retry', 'approve', 'abort', 'abort-revert'],
    })
    expect(machine.state).not.toHaveProperty('reviewedHead')
    expect(machine.state.status).toBe('waiting')
  })

  it('is asked for again as the next round when a person says so', () => {
    const machine = reviewing()
    say(machine, rejected)
    expect(machine.answer('retry').effects).toEqual([
      { type: 'review_run', base: 'base', commit: 'a-done', round: 2 },
    ])
    say(machine, rejected)
    expect(machine.gate().id).toBe('run:review:2')
  })

  it('is not repeated if a person accepts the result', () => {
    const machine = reviewing()
    say(machine, rejected)
    expect(machine.answer('approve').effects).toEqual([{ type: 'close_run', head: 'a-done' }])
    expect(machine.state.ending.reviewedHead).toBe('a-done')
  })

  it.each([true, false])('that leaves something unclear is a question; approved: %s', (isApproved) => {
    const unclear = { ...comment, disposition: 'clarify', message: 'Which currency?' } as const
    const machine = reviewing()
    say(machine, { approved: isApproved, summary: 'fine', comments: [unclear] })
    expect(machine.gate()).toMatchObject({
      id: 'run:review:1',
      blocker: 'review_unclear',
      question: 'All phases are done. The review of the final result asks: Which currency?',
      details: ['fine', 'r (major, clarify): Which currency?'],
      choices: ['retry', 'approve', 'abort', 'abort-revert'],
    })
    expect(machine.state).not.toHaveProperty('reviewedHead')
    expect(machine.answer('approve').effects).toEqual([{ type: 'close_run', head: 'a-done' }])
    expect(machine.state.ending.reviewedHead).toBe('a-done')
  })

  it('that has no readable verdict is a question, and neither a round nor a rejection', () => {
    const machine = reviewing()
    const verdict = { approved: true, summary: 'fine', comments: [] }
    machine.feed({ type: 'reviewer_answered', commit: 'a-done', reviewer: 'r', verdict })
    const { events } = say(machine, failing('report_invalid'))
    expect(events.map(({ type }) => type)).not.toContain('run_reviewed')
    expect(machine.gate()).toMatchObject({
      id: 'run:review:1',
      blocker: 'review_unclear',
      question: 'All phases passed, but the final result could not be reviewed: nobody is there',
      choices: ['retry', 'approve', 'abort', 'abort-revert'],
    })
    expect(machine.state.ending.reviews).toEqual([])
    expect(machine.answer('retry').effects).toEqual([
      { type: 'review_run', base: 'base', commit: 'a-done', round: 1 },
    ])
    expect([...machine.state.ending.verdicts.keys()]).toEqual(['r'])
    say(machine, approved)
    expect(machine.state.ending.verdicts.size).toBe(0)
  })

  it('does not ask about an unclear comment that is minor', () => {
    const machine = reviewing()
    const unclear = { ...comment, disposition: 'clarify', severity: 'minor' } as const
    expect(say(machine, { ...approved, comments: [unclear] }).effects).toEqual([
      { type: 'close_run', head: 'a-done' },
    ])
  })

  it('that nobody asked for changes nothing', () => {
    const machine = reviewing()
    say(machine, approved)
    expect(say(machine, rejected)).toEqual({ events: [], effects: [] })
    expect(machine.state.ending.reviews).toEqual([approved])
  })
})

describe('reviewers that could not do their work', () => {
  it('ask a person if the failure is not transient', () => {
    const machine = reviewing({ waits })
    say(machine, failing('auth'))
    expect(machine.gate()).toMatchObject({
      id: 'run:review:1',
      blocker: 'environment',
      question: 'All phases passed, but the final result could not be reviewed: nobody is there',
    })
    expect(machine.answer('approve').effects).toEqual([{ type: 'close_run', head: 'a-done' }])
  })

  it('tell how to run without them if they are the default', () => {
    const details = (run: true | 'agent', review: Review): string[] => {
      const machine = reviewing({ review: { phase: false, run } })
      say(machine, review)
      return machine.gate().details
    }
    expect(details('agent', failing('auth'))).toEqual(['not yet', turnOffReviews])
    expect(details(true, failing('auth'))).toEqual(['not yet'])
    expect(details('agent', rejected)).toEqual(['not yet', 'r (major, implement): fix it'])
  })

  it('are asked again after a while, each time a longer one, a few times', () => {
    const machine = reviewing({ waits })
    for (const longer of [1_000, 2_000]) {
      const { events, effects } = say(machine, failing('transient'))
      expect(events).toMatchObject([{ type: 'review_delayed', failure: { message: 'nobody is there' } }])
      expect(machine.state.ending.closing?.stage).toBe('waiting')
      const [wake] = effects
      if (wake?.type !== 'wake') throw new Error('nobody is told')
      between(wake.at - machine.now, longer)
      expect(events[0]).toMatchObject({ waitMs: wake.at - machine.now })
      machine.now = wake.at - 1
      expect(machine.feed({ type: 'woken', until: wake.at - 1 }).effects).toEqual([])
      machine.now = wake.at
      expect(machine.feed({ type: 'woken', until: wake.at }).effects).toEqual([
        { type: 'review_run', base: 'base', commit: 'a-done', round: 1 },
      ])
    }
    // No wait is left.
    say(machine, failing('transient'))
    expect(machine.gate().blocker).toBe('environment')
    expect(machine.state.ending.reviewWaits).toBe(0)
  })

  it('are asked again when their provider wants to be', () => {
    const machine = reviewing({ waits })
    const { effects } = say(machine, failing('rate_limited', { retryAfterMs: 30_000 }))
    if (effects[0]?.type !== 'wake') throw new Error('nobody is told')
    between(effects[0].at - machine.now, 30_000)
    const unasked = reviewing({ waits })
    const told = say(unasked, failing('rate_limited')).effects[0]
    if (told?.type !== 'wake') throw new Error('nobody is told')
    between(told.at - unasked.now, 10_000)
  })

  it('are asked again as often as before after a completed review', () => {
    const machine = reviewing({ waits })
    say(machine, failing('transient'))
    machine.feed({ type: 'woken', until: machine.state.ending.closing!.reviewAt! })
    say(machine, rejected)
    expect(machine.state.ending.reviewWaits).toBe(0)
  })

  it('are asked by a new process when the rest of the time has passed', () => {
    const machine = reviewing({ waits })
    say(machine, failing('transient'))
    const at = machine.state.ending.closing!.reviewAt!
    expect(machine.feed({ type: 'run_resumed' }).effects).toEqual([{ type: 'wake', at }])
    machine.now = at
    expect(machine.feed({ type: 'woken', until: at }).effects).toEqual([
      { type: 'review_run', base: 'base', commit: 'a-done', round: 1 },
    ])
  })

  it('are not asked by a run that is to stop, but by the process that resumes it', () => {
    const machine = reviewing({ waits })
    say(machine, failing('transient'))
    const at = machine.state.ending.closing!.reviewAt!
    const { events } = machine.feed({ type: 'drain_requested' })
    expect(events.at(-1)).toMatchObject({ type: 'run_ended', status: 'cancelled' })
    expect(machine.feed({ type: 'run_resumed' }).effects).toEqual([{ type: 'wake', at }])
  })

  it('are not waited for by a process that resumes without reviews', () => {
    const machine = reviewing({ waits })
    say(machine, failing('transient'))
    machine.feed({ type: 'run_resumed', unreviewed: true })
    expect(machine.state.status).toBe('completed')
  })

  it('continue once a person allows more, if the budget of the run has stopped them', () => {
    const machine = reviewing({ waits, budget: { tokens: 100 } })
    const { phaseId: _phaseId, ...ofRun } = sessionUsed({ inputTokens: 100 })
    machine.feed(ofRun, { ...ofRun, over: true })
    expect(machine.state.gates.size).toBe(0)
    say(machine, failing('budget_exceeded'))
    expect(machine.gate()).toMatchObject({
      id: 'run:budget:1',
      blocker: 'budget_exceeded',
      choices: ['approve', 'abort', 'abort-revert'],
    })
    expect(machine.state.status).toBe('waiting')
    expect(machine.answer('approve').effects).toContainEqual({
      ...{ type: 'review_run', base: 'base', commit: 'a-done', round: 1 },
    })
    expect(machine.state.budget.allowed).toEqual({ tokens: 200 })
  })

  it('ask a person about a budget that is not the one of the run', () => {
    const machine = reviewing({ waits })
    say(machine, failing('budget_exceeded'))
    expect(machine.gate()).toMatchObject({ id: 'run:review:1', blocker: 'environment' })
  })

  it('do not wake a run that waits for nothing', () => {
    const machine = reviewing({ waits })
    expect(machine.feed({ type: 'woken', until: 99_999_999 }).effects).toEqual([])
  })
})
