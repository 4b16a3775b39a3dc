import type { RepositoryChange } from '../../event/change/repository-change.ts'
import { describe, expect, it } from 'vitest'
import {
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { EvaluatedComment, Review } from '../../contract/review.ts'
import { presets } from '../../run/settings/presets.ts'
import { sessionUsed } from '../../../../test/session-used.ts'

const comment: EvaluatedComment = {
  id: 'r-1',
  reviewer: 'r',
  severity: 'major',
  disposition: 'implement',
  message: 'fix it',
}
const approved: Review = { approved: true, summary: 'fine', comments: [] }
const rejected = (message = 'fix it'): Review => ({
  approved: false,
  summary: `not yet: ${message}`,
  comments: [{ ...comment, message }],
})
const failing = (failureClass: FailureClass, more: object = {}): Review => ({
  approved: false,
  summary: '',
  comments: [],
  failure: { class: failureClass, message: 'nobody is there', ...more },
})
const waits = {
  transient: { baseMs: 1_000, maxMs: 60_000, totalMs: 1 },
  rateLimited: { baseMs: 10_000, maxMs: 60_000, longestMs: 90_000, limit: 1 },
}

/** The work of phase `a` is committed, and the reviewers look at it. */
const reviewing = ({ settings = {}, ...more }: MachineRunOptions = {}): MachineRun => {
  const machine = createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    settings: { review: { phase: true, run: false }, waits, ...settings },
    ...more,
  })
  const { opened, finished, committed } = inputsOf()
  machine.feed(opened, finished, committed)
  return machine
}
const say = (machine: MachineRun, review: Review, more: { planted?: RepositoryChange[] } = {}) =>
  machine.feed({
    type: 'reviewed',
    phaseId: 'a',
    attempt: machine.phase('a').attempt.number,
    review,
    ...more,
  })

/** The next attempt comes as far as its review. */
const again = (machine: MachineRun): void => {
  const { opened, finished, committed } = inputsOf('a', machine.phase('a').attempt.number)
  machine.feed(opened, finished, committed)
}
const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

it('tells a person what the other reviewers said, if one of them could not do its work', () => {
  const machine = reviewing()
  const summary = 'r: rejects. No.\ns: could not review. nobody is there'
  say(machine, { ...failing('auth'), summary, comments: [{ ...comment, file: 'a.ts' }] })
  expect(machine.gate().details).toEqual([
    'r: rejects. No.',
    's: could not review. nobody is there',
    'r (major, implement) a.ts: fix it',
  ])
})

describe('a green attempt', () => {
  it('is reviewed, and stands on the way to the head when it is approved', () => {
    const machine = createMachineRun({ settings: { review: { phase: true, run: false } } })
    const { opened, finished, committed } = inputsOf()
    const { events, effects } = machine.feed(opened, finished, committed)
    expect(events.at(-1)).toMatchObject({
      type: 'review_started',
      phaseId: 'a',
      attempt: 1,
      round: 1,
      commit: 'a-work',
    })
    expect(effects.at(-1)).toEqual({
      type: 'review',
      phaseId: 'a',
      attempt: 1,
      dispatch: 1,
      commit: 'a-work',
      round: 1,
    })
    expect(machine.phase('a').status).toBe('reviewing')
    const after = say(machine, approved)
    expect(after.events).toMatchObject([
      {
        type: 'review_completed',
        phaseId: 'a',
        attempt: 1,
        round: 1,
        approved: true,
        summary: 'fine',
        comments: [],
      },
    ])
    expect(kinds(after.effects)).toEqual(['compose'])
    expect(machine.phase('a')).toMatchObject({
      attempt: { reviewPassed: true },
      reviews: [approved],
      effort: { reviewRounds: 1 },
    })
  })

  it('is not reviewed where nobody reviews', () => {
    const machine = createMachineRun({
      settings: { checks: [{ name: 'test', argv: ['x'], when: 'always', optional: false }] },
    })
    const { opened, finished, committed, verified } = inputsOf()
    expect(kinds(machine.feed(opened, finished, committed, verified(green)).effects)).not.toContain('review')
  })
})

describe('an attempt that reviewers refuse', () => {
  it('is tried again with what is to be done, and is none of the failed ones', () => {
    const machine = reviewing()
    const places: EvaluatedComment[] = [
      { ...comment, file: 'src/a.ts', line: 3, suggestion: 'say b' },
      { ...comment, file: 'src/b.ts' },
      { ...comment, disposition: 'defer', message: 'later' },
    ]
    const { events, effects } = say(machine, { approved: false, summary: 'not yet', comments: places })
    expect(events[1]).toMatchObject({
      type: 'phase_returned',
      ...{ reason: 'review', count: 2, rounds: 2 },
      details: [
        'The review of phase a asks for changes: not yet',
        'src/a.ts:3: fix it (say b)',
        'src/b.ts: fix it',
      ],
    })
    expect(kinds(effects)).toEqual(['close_workspace', 'open_workspace'])
    expect(machine.phase('a')).toMatchObject({
      attempt: { number: 2 },
      effort: { tries: 1, reviewRounds: 1 },
    })
  })

  it('is asked about when they say the same again, while a review is left', () => {
    const machine = reviewing({ settings: { retry: { ...presets.phased.retry, maxReviewRounds: 3 } } })
    say(machine, rejected())
    expect(machine.phase('a').failures).toMatchObject([{ output: 'fix it' }])
    again(machine)
    say(machine, rejected())
    expect(machine.gate()).toMatchObject({ blocker: 'repeated_failure', phaseIds: ['a'] })
    expect(machine.gate().choices).toEqual(['retry', 'approve', 'skip', 'abort', 'abort-revert'])
  })

  it('is tried once more when they say something else', () => {
    const machine = reviewing({ settings: { retry: { ...presets.phased.retry, maxReviewRounds: 3 } } })
    say(machine, rejected())
    again(machine)
    say(machine, rejected('and this'))
    expect(machine.phase('a')).toMatchObject({
      attempt: { number: 3 },
      effort: { reviewRounds: 2, tries: 1 },
    })
  })

  it('is not compared with reviews from before a person started it again', () => {
    const machine = reviewing({
      settings: { retry: { ...presets.phased.retry, maxReviewRounds: 2, onExhausted: 'ask' } },
    })
    say(machine, rejected('one'))
    again(machine)
    say(machine, rejected('two'))
    expect(machine.gate().blocker).toBe('review_rejected')
    machine.answer('retry')
    again(machine)
    say(machine, rejected('two'))
    expect(machine.phase('a')).toMatchObject({
      status: 'running',
      attempt: { number: 4 },
      effort: { reviewRounds: 1 },
    })
  })

  it('fails when no review is left', () => {
    const machine = reviewing({ settings: { retry: { ...presets.phased.retry, maxReviewRounds: 1 } } })
    say(machine, rejected())
    expect(machine.phase('a').status).toBe('failed')
  })

  it('is taken as it is when a person says so', () => {
    const machine = reviewing({
      settings: { retry: { ...presets.phased.retry, maxReviewRounds: 1, onExhausted: 'ask' } },
    })
    say(machine, rejected())
    const { effects } = machine.answer('approve')
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'a-work' }])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
    expect(machine.phase('a').attempt.keptAt).toBeUndefined()
  })
})

describe('reviewers that could not do their work', () => {
  it.each([
    ['auth', 'auth', ['retry', 'approve']],
    ['permission', 'permission', ['retry', 'approve']],
    ['budget_exceeded', 'budget_exceeded', ['approve']],
    ['cancelled', 'user_cancelled', ['retry', 'approve']],
    ['environment', 'environment', ['retry', 'approve']],
    ['agent_failed', 'environment', ['retry', 'approve']],
    ['report_invalid', 'review_unclear', ['retry', 'approve']],
  ] as const)('for a failure of %s a person is asked about %s', (failureClass, blocker, choices) => {
    const machine = reviewing()
    const { effects } = say(
      machine,
      failing(failureClass, { command: 'review', exitCode: 3, output: 'x\ny' }),
    )
    expect(kinds(effects)).toEqual(['close_workspace', 'ask'])
    expect(machine.gate()).toMatchObject({
      blocker,
      phaseIds: ['a'],
      question: 'Phase a could not be reviewed: nobody is there',
      details: ['ran: review', 'exit code: 3', 'x', 'y'],
      choices: [...choices, 'skip', 'abort', 'abort-revert'],
    })
    expect(machine.phase('a')).toMatchObject({ reviews: [], effort: { reviewRounds: 0 } })
  })

  it('are asked again about the same attempt when a person says so', () => {
    const machine = reviewing()
    say(machine, failing('auth'))
    expect(machine.answer('retry').effects).toMatchObject([
      { type: 'open_workspace', attempt: 1, from: 'a-work' },
    ])
    expect(machine.feed(inputsOf().opened).effects).toMatchObject([
      { type: 'review', commit: 'a-work', round: 1 },
    ])
  })

  it('whose verdict cannot be read are asked again, and an unclear comment after that is another attempt', () => {
    const machine = reviewing()
    say(machine, rejected())
    again(machine)
    say(machine, failing('report_invalid'))
    expect(machine.gate()).toMatchObject({
      retries: 'review',
      suggestions: [
        'retry: ask the reviewer again; the work stays as it is',
        'approve: take the work without this verdict',
        'git show a-work',
        'fix: resume the run with an agent, which then follows your instruction',
      ],
    })
    expect(machine.phase('a')).toMatchObject({ attempt: { number: 2 }, effort: { reviewRounds: 1 } })
    machine.answer('retry')
    expect(machine.feed(inputsOf('a', 2).opened).effects).toMatchObject([{ type: 'review', round: 2 }])
    const unclear = { ...comment, disposition: 'clarify' } as const
    say(machine, { approved: false, summary: 'no', comments: [unclear] })
    expect(machine.gate()).toMatchObject({ blocker: 'review_unclear' })
    expect(machine.gate()).not.toHaveProperty('retries')
    expect(machine.answer('retry').effects).toMatchObject([{ type: 'open_workspace', attempt: 3 }])
  })

  it('and whose verdict cannot be read are left out if a person takes the work', () => {
    const machine = reviewing()
    say(machine, failing('report_invalid'))
    expect(machine.answer('approve').effects).toMatchObject([{ type: 'open_workspace', attempt: 1 }])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
    expect(machine.phase('a').failures).toEqual([])
  })

  it('are waited for where that passes by itself, and then asked about', () => {
    const machine = reviewing()
    const { events, effects } = say(machine, failing('transient'))
    expect(kinds(events)).toEqual(['phase_delayed'])
    expect(kinds(effects)).toEqual(['close_workspace', 'wake'])
    expect(machine.phase('a')).toMatchObject({
      status: 'retrying',
      attempt: { number: 1 },
      effort: { tries: 1 },
      keeps: false,
    })
    machine.now = machine.phase('a').effort.notBefore!
    expect(machine.feed({ type: 'woken', until: machine.now }).effects).toMatchObject([
      { type: 'open_workspace', attempt: 1, from: 'a-work' },
    ])
    expect(machine.feed(inputsOf().opened).effects).toMatchObject([{ type: 'review', commit: 'a-work' }])
    say(machine, failing('transient'))
    expect(machine.gate().blocker).toBe('environment')
  })

  it('pause their provider where it takes no sessions', () => {
    const machine = reviewing()
    const { events } = say(machine, failing('rate_limited', { provider: 'other', retryAfterMs: 20_000 }))
    expect(events).toMatchObject([{ type: 'provider_paused', provider: 'other' }, { type: 'phase_delayed' }])
    expect(machine.state.pauses.get('other')?.until).toBeGreaterThanOrEqual(machine.now + 20_000)
    expect(machine.phase('a')).toMatchObject({
      attempt: { number: 1 },
      effort: { tries: 1 },
      resumeAt: 'review',
    })
  })

  it('go on with the review when the run has more to spend', () => {
    const machine = reviewing({ settings: { budget: { tokens: 10 } } })
    machine.feed(sessionUsed({ inputTokens: 10 }))
    say(machine, failing('budget_exceeded'))
    expect(machine.phase('a')).toMatchObject({ status: 'retrying', effort: { tries: 1 }, resumeAt: 'review' })
    expect(machine.answer('approve').effects).toContainEqual(
      expect.objectContaining({ type: 'open_workspace', attempt: 1, from: 'a-work' }),
    )
  })
})

describe('the verdict of one reviewer', () => {
  const verdict = { approved: true, summary: 'fine', comments: [] }
  const answered = (machine: MachineRun, more: { commit?: string; dispatch?: number } = {}) =>
    machine.feed({
      type: 'reviewer_answered',
      phaseId: 'a',
      dispatch: machine.phase('a').dispatches,
      commit: 'a-work',
      reviewer: 'r',
      verdict,
      ...more,
    })
  const noted = (machine: MachineRun) => [...machine.phase('a').attempt.verdicts]
  const kept = [['r', { commit: 'a-work', verdict }]]

  it('is kept through an interruption and a question, until the review has ended', () => {
    const machine = reviewing()
    expect(answered(machine)).toEqual({ events: [], effects: [] })
    machine.feed({ type: 'run_resumed' })
    expect(noted(machine)).toEqual(kept)
    machine.feed(inputsOf().opened)
    say(machine, failing('report_invalid'))
    machine.answer('retry')
    machine.feed(inputsOf().opened)
    expect(noted(machine)).toEqual(kept)
    say(machine, approved)
    expect(noted(machine)).toEqual([])
  })

  it('is kept if the run is being stopped, and dropped if its dispatch has ended', () => {
    const machine = reviewing()
    answered(machine, { dispatch: 7 })
    expect(noted(machine)).toEqual([])
    machine.feed({ type: 'cancel_requested' })
    expect(answered(machine).effects).toEqual([])
    expect(noted(machine)).toEqual(kept)
  })

  it('is dropped if the repository was changed during the review', () => {
    const machine = reviewing()
    answered(machine)
    say(machine, approved, { planted: [{ name: '.git/config', before: null, after: 'x', restore: 'rm it' }] })
    expect(noted(machine)).toEqual([])
  })
})

describe('a repository that was changed while it was reviewed', () => {
  it('is asked about, whatever the reviewers say, and the attempt cannot be taken', () => {
    const machine = reviewing()
    const { events } = say(machine, approved, {
      planted: [{ name: '.git/hooks/pre-push', before: null, after: 'x', restore: 'rm it' }],
    })
    expect(kinds(events)).toEqual(['phase_waiting', 'gate_opened'])
    expect(machine.gate()).toMatchObject({
      blocker: 'repository_tampered',
      question: 'Configuration, hooks or the like of the repository changed while phase a was reviewed.',
      choices: ['retry', 'skip', 'abort', 'abort-revert'],
    })
    expect(machine.phase('a').reviews).toEqual([])
    machine.answer('retry')
    expect(machine.feed(inputsOf().opened).effects).toMatchObject([{ type: 'review', commit: 'a-work' }])
  })
})

describe('a comment that only a person can clarify', () => {
  const comment = { id: 'r-1', reviewer: 'r', message: 'Which currency?', disposition: 'clarify' } as const

  // seed: phased-execution 87
  it.each(['critical', 'major'] as const)('of severity %s is a question', (severity) => {
    const machine = reviewing()
    say(machine, { approved: true, summary: 'fine', comments: [{ ...comment, severity }] })
    expect(machine.gate()).toMatchObject({
      blocker: 'review_unclear',
      question: 'The review of phase a asks: Which currency?',
      details: [`r (${severity}, clarify): Which currency?`],
      choices: ['retry', 'approve', 'skip', 'abort', 'abort-revert'],
    })
    expect(machine.answer('approve').effects).toMatchObject([{ type: 'open_workspace', attempt: 1 }])
  })

  it('holds nothing up where it is minor', () => {
    const machine = reviewing()
    say(machine, { approved: true, summary: 'fine', comments: [{ ...comment, severity: 'minor' }] })
    expect(machine.state.gates.size).toBe(0)
  })
})
