import { describe, expect, it } from 'vitest'
import { createPerformer, type PerformerOptions } from '../../../../test/performer-fixture.ts'
import { driverError } from '../../contract/driver-error.ts'
import {
  defineEvaluator,
  defineReviewer,
  type EvaluatorV1,
  type ReviewerV1,
  type ReviewRequest,
  type Verdict,
} from '../../contract/reviewer.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { EvaluatedComment, Review } from '../../contract/review.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { createScriptedDriver } from '../../testing/driver/scripted-driver.ts'
import { createDeferred } from '../guard/deferred.ts'
import { reviewCommit } from './review-commit.ts'

const approval: Verdict = { approved: true, summary: 'Good.', comments: [] }
const rejection: Verdict = {
  approved: false,
  summary: 'Not yet.',
  comments: [
    { severity: 'major', message: 'It loses a line.', file: 'b.txt', line: 1 },
    { severity: 'minor', message: 'Name it.' },
  ],
}

const reviewer = (
  id: string,
  review: ReviewerV1['review'],
  scope: ReviewerV1['scope'] = 'phase',
): ReviewerV1 => defineReviewer({ id, scope, review })

const setUp = async (
  reviewers: ReviewerV1[],
  { evaluator, ...options }: PerformerOptions & { evaluator?: EvaluatorV1 } = {},
) => {
  const fixture = createPerformer(options)
  const { performer, host } = fixture
  const { state } = performer
  const phase = fixture.phase('a')
  /** As the machine keeps them while a review has not ended. */
  const feed = (input: InputDraft): void => {
    if (input.type !== 'reviewer_answered') return
    const { commit, reviewer, verdict } = input
    const { verdicts } = input.phaseId === undefined ? state.ending : phase.attempt
    verdicts.set(reviewer, { commit, verdict })
  }
  const ended = (review: Review): Review => {
    if (!review.failure) for (const { verdicts } of [state.ending, phase.attempt]) verdicts.clear()
    return review
  }
  Object.assign(performer, { reviewers, feed, ...(evaluator && { evaluator }) })
  Object.assign(phase.attempt, { base: performer.state.head })
  const commit = host.git.addCommit(performer.state.head, { 'README.md': 'hello\n', 'b.txt': 'b\n' })
  return {
    ...fixture,
    commit,
    review: async (round = 1) => ended(await reviewCommit(performer, phase, { commit, round })),
    reviewRun: async () => ended(await reviewCommit(performer, undefined, { commit, round: 1 })),
  }
}

describe('reviewCommit', () => {
  it('asks only the reviewer that failed again, about the same commit', async () => {
    const asked: string[] = []
    let isLimited = true
    const { review, phase } = await setUp([
      reviewer('one', async () => {
        asked.push('one')
        return rejection
      }),
      reviewer('two', async () => {
        asked.push('two')
        if (isLimited) throw driverError('rate_limited', { message: 'Later.' })
        return approval
      }),
    ])
    const first = await review()
    expect(first).toMatchObject({ failure: { class: 'rate_limited' } })
    expect(first.comments.map(({ message }) => message)).toEqual(['It loses a line.', 'Name it.'])
    isLimited = false
    const second = await review()
    expect(second).not.toHaveProperty('failure')
    expect(second.comments).toEqual(first.comments)
    expect(asked).toEqual(['one', 'two', 'two'])
    // A completed review is not kept, and a verdict on another commit does not count.
    phase('a').attempt.verdicts.set('one', { commit: 'c'.repeat(40), verdict: approval })
    await review()
    expect(asked.slice(3).sort()).toEqual(['one', 'two'])
  })

  it('shows a reviewer the full commit and its facts', async () => {
    const requests: ReviewRequest[] = []
    const seen: string[] = []
    const { review, performer, phase, commit, host } = await setUp([
      reviewer('one', async (request) => {
        requests.push(request)
        seen.push(new TextDecoder().decode(await request.workspace.fs.readFile('/b.txt')))
        for (const side of ['base', 'commit'] as const)
          seen.push(String((await request.readFile(side, 'b.txt'))?.length ?? null))
        return approval
      }),
    ])
    const earlier: EvaluatedComment = {
      id: 'one-1',
      reviewer: 'one',
      severity: 'major',
      message: 'Before.',
      disposition: 'reject',
    }
    const check = { name: 'test', argv: ['t'], passed: true, exitCode: 0, output: '', durationMs: 1 }
    phase('a').reviews.push({ approved: false, summary: '', comments: [earlier] })
    phase('a').attempt.checks.push(check)
    expect(await review(2)).toEqual({ approved: true, summary: 'one: approves. Good.', comments: [] })
    expect(requests).toMatchObject([
      {
        run: { id: 'r1', title: 'Work' },
        attempt: 0,
        unit: { kind: 'phase' },
        risk: 'medium',
        plan: { goal: '', title: 'Work' },
        phase: { id: 'a' },
        judges: 'change',
        base: performer.state.head,
        commit,
        files: [{ path: 'b.txt', status: 'added' }],
        checks: [check],
        round: 2,
        previous: [earlier],
      },
    ])
    expect(requests[0]).not.toHaveProperty('folder')
    expect(seen).toEqual(['b\n', 'null', '2'])
    expect(host.git.openWorkspaces).toBe(0)
  })

  it('shows a reviewer the claims of the developer, and what has changed since the last review', async () => {
    const requests: ReviewRequest[] = []
    const { review, phase, commit, host } = await setUp([
      reviewer('one', async (request) => (requests.push(request), approval)),
    ])
    const { attempt } = phase('a')
    attempt.said.set('phase', 'Written.\nNot done: The export.')
    await review()
    expect(requests[0]).toMatchObject({ claims: 'Written.\nNot done: The export.' })
    for (const key of ['since', 'ref']) expect(requests[0]).not.toHaveProperty(key)
    const ref = 'refs/amelia/r1/attempt/a/0'
    await host.git.updateRefs([{ ref, new: commit, old: null }])
    Object.assign(phase('a'), { reviewed: { commit: 'before', base: attempt.base } })
    await review(2)
    expect(requests[1]).toMatchObject({ ref, since: 'before' })
    // The difference of attempts on two bases contains the work of other phases.
    Object.assign(phase('a'), { reviewed: { commit: 'before', base: 'other' } })
    await review(3)
    expect(requests[2]).not.toHaveProperty('since')
  })

  it('makes the workspace read-only, and discards files of a command', async () => {
    const denied: unknown[] = []
    const { review, host, commit } = await setUp(
      [
        reviewer('one', async ({ workspace: { fs } }, { command }) => {
          for (const attempt of [fs.writeFile('/b.txt', 'x'), fs.mkdir('/c'), fs.rm('/b.txt')])
            denied.push(await attempt.catch((error: unknown) => error))
          await command({ argv: ['dirty'] })
          return approval
        }),
        reviewer('two', async ({ workspace: { fs } }) => {
          denied.push(await fs.readdir('/'))
          return approval
        }),
      ],
      {
        world: {
          commands: async ({ workspace }) => {
            await workspace.fs.writeFile('/left.txt', 'x')
            return 0
          },
        },
      },
    )
    expect((await review()).approved).toBe(true)
    expect(denied.filter((error) => AmeliaError.is(error, 'PATH_DENIED'))).toHaveLength(3)
    expect(denied.filter(Array.isArray)).toEqual([['README.md', 'b.txt']])
    expect([...host.git.filesOf(commit).keys()]).not.toContain('left.txt')
    expect(host.git.openWorkspaces).toBe(0)
  })

  it('asks all reviewers of the scope in parallel, and no others', async () => {
    let asked = 0
    const { promise: both, resolve } = createDeferred<void>()
    const together = async (): Promise<Verdict> => {
      if (++asked === 2) resolve()
      await both
      return approval
    }
    const { review, reviewRun } = await setUp([
      reviewer('one', together),
      reviewer('two', together),
      reviewer(
        'end',
        async ({ phase, judges }) => ({ ...rejection, summary: `${phase?.id} ${judges}` }),
        'run',
      ),
    ])
    expect((await review()).summary).toBe('one: approves. Good.\ntwo: approves. Good.')
    expect(await reviewRun()).toMatchObject({ approved: false, summary: 'end: rejects. undefined change' })
  })

  it('reviews the final result from the commit that the run began on', async () => {
    const bases: string[] = []
    const { reviewRun, performer, host } = await setUp([
      reviewer(
        'end',
        async ({ base, previous }) => (bases.push(base, String(previous.length)), approval),
        'run',
      ),
    ])
    performer.state.base = host.git.addCommit(null, {})
    expect((await reviewRun()).approved).toBe(true)
    expect(bases).toEqual([performer.state.base, '0'])
  })

  it('has the final review answer at most 60 criteria, of integrated phases that no agent reviewed', async () => {
    const names: (readonly string[])[] = []
    const step = (id: string) => ({
      id,
      action: 'validation' as const,
      successCriteria: `About ${id}`,
    })
    const phaseOf = (id: string, count: number) => ({
      id,
      title: id,
      subtasks: Array.from({ length: count }, (_, index) => ({
        id: `${id}.${index}`,
        title: 'x',
        steps: [step(`${id}-${index}`)],
      })),
    })
    const { reviewRun, performer, phase } = await setUp(
      [
        reviewer(
          'end',
          async ({ criteria = [] }) => (names.push(criteria.map(({ name }) => name)), approval),
          'run',
        ),
      ],
      {
        plan: {
          title: 'Work',
          phases: [phaseOf('a', 22), phaseOf('b', 1), phaseOf('c', 1), phaseOf('d', 2), phaseOf('e', 70)],
        },
        settings: { review: { phase: 'agent', run: 'agent' } },
      },
    )
    const [yes, no] = [true, false].map((approved) => ({ approved, summary: '', comments: [] }))
    for (const id of ['a', 'b', 'c', 'd']) Object.assign(phase(id), { status: 'completed' })
    phase('a').reviews.push(no!, yes!)
    phase('b').reviews.push(no!)
    Object.assign(phase('c'), { status: 'skipped' })
    phase('d').stepStatus.set('d-0', 'skipped')
    await reviewRun()
    // A phase's review answers 20 criteria. A person accepted `b` in spite of its review.
    expect(names.at(-1)).toEqual(['a-20', 'a-21', 'b-0', 'd-1'])
    Object.assign(phase('e'), { status: 'completed' })
    await reviewRun()
    expect(names.at(-1)).toHaveLength(60)
    Object.assign(performer.state.settings, { review: { phase: true, run: true } })
    await reviewRun()
    expect(names.at(-1)![0]).toBe('a-0')
  })

  it('asks for a review of the tests in a phase of tests', async () => {
    const judged: string[] = []
    const subtasks = [{ id: 'a.1', title: 'Test', type: 'test' as const }]
    const { review } = await setUp([reviewer('one', async ({ judges }) => (judged.push(judges), approval))], {
      plan: { title: 'Work', phases: [{ id: 'a', title: 'A', subtasks }] },
    })
    await review()
    expect(judged).toEqual(['tests'])
  })

  const unreadable = 'The verdict of the reviewer "one" cannot be read: '
  const unusable: [string, string, () => Promise<unknown>][] = [
    ['nothing', unreadable, async () => undefined],
    ['an empty object', unreadable, async () => ({})],
    ['a decision in words', unreadable, async () => ({ ...approval, approved: 'yes' })],
    ['a rejection without a reason', unreadable, async () => ({ approved: false, summary: '' })],
    [
      'a report that cannot be read',
      unreadable,
      () => Promise.reject(driverError('report_invalid', { message: 'No.' })),
    ],
    ['a crash', 'The reviewer "one" failed: x', () => Promise.reject(new TypeError('x is not a function'))],
    ['a hung agent', 'The reviewer "one" failed: ', () => Promise.reject(driverError('hung'))],
  ]

  // seed: phased-execution 89
  it.each(unusable)(
    'asks a reviewer that returns %s once more, and then fails and names it',
    async (_, message, answer) => {
      let judged = 0
      const asked: string[] = []
      const { review } = await setUp(
        [
          reviewer('one', (async () => (asked.push('one'), answer())) as ReviewerV1['review']),
          reviewer('two', async () => (asked.push('two'), approval)),
        ],
        { evaluator: defineEvaluator({ evaluate: async () => (judged++, []) }) },
      )
      expect(await review()).toEqual({
        approved: false,
        summary: expect.stringContaining('one: could not review. '),
        comments: [],
        failure: { class: 'report_invalid', message: expect.stringContaining(message) },
      })
      expect(asked.sort()).toEqual(['one', 'one', 'two'])
      expect(judged).toBe(0)
    },
  )

  it.each(unusable)('takes the verdict of a reviewer that first returns %s', async (_, __, answer) => {
    let turns = 0
    const { review } = await setUp([
      reviewer('one', (async () => (turns++ === 0 ? answer() : rejection)) as ReviewerV1['review']),
    ])
    const said = await review()
    expect(said).not.toHaveProperty('failure')
    expect(said.comments.map(({ message }) => message)).toEqual(['It loses a line.', 'Name it.'])
  })

  it('implements critical and major comments without an evaluator', async () => {
    const { review } = await setUp([reviewer('one', async () => rejection)])
    const said = await review()
    expect(said.approved).toBe(false)
    expect(said.comments.map(({ id, disposition }) => [id, disposition])).toEqual([
      ['one-1', 'implement'],
      ['one-2', 'defer'],
    ])
  })

  it('asks the evaluator about the comments of reviewers that reject', async () => {
    const asked: string[][] = []
    const { review } = await setUp(
      [
        reviewer('one', async () => rejection),
        reviewer('two', async () => ({ ...approval, comments: rejection.comments })),
      ],
      {
        evaluator: defineEvaluator({
          async evaluate(comments, { commit, workspace }) {
            asked.push(comments.map(({ id }) => id))
            expect(workspace.base).toBe(commit)
            return [
              { id: 'one-1', disposition: 'reject', reason: 'It is right.' },
              { id: 'one-2', disposition: 'clarify' },
            ]
          },
        }),
      },
    )
    const said = await review()
    expect(asked).toEqual([['one-1', 'one-2']])
    expect(said.approved).toBe(true)
    expect(said.comments.map(({ disposition }) => disposition)).toEqual([
      'reject',
      'clarify',
      'defer',
      'defer',
    ])
  })

  it('does not ask the evaluator if everyone approves', async () => {
    let asked = 0
    const { review } = await setUp([reviewer('one', async () => approval)], {
      evaluator: defineEvaluator({ evaluate: async () => (asked++, []) }),
    })
    expect((await review()).approved).toBe(true)
    expect(asked).toBe(0)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['nothing', async () => undefined],
    ['words', async () => 'reject all of it'],
    ['an unknown disposition', async () => [{ id: 'one-1', disposition: 'ignore' }]],
    ['a report that cannot be read', () => Promise.reject(driverError('report_invalid'))],
    ['a crash', () => Promise.reject(new Error('Out of memory.'))],
  ])('asks an evaluator that returns %s once more, and then fails and names it', async (_, answer) => {
    let turns = 0
    const { review } = await setUp([reviewer('one', async () => rejection)], {
      evaluator: defineEvaluator({
        evaluate: (async () => (turns++, answer())) as EvaluatorV1['evaluate'],
      }),
    })
    const said = await review()
    expect(said).toMatchObject({ approved: false, failure: { class: 'report_invalid' } })
    expect(said.failure?.message).toMatch(
      /^The (decision of the evaluator cannot be read|evaluator failed): /,
    )
    expect(turns).toBe(2)
  })

  it('reports a failed reviewer with its class and provider', async () => {
    const own = { ...createScriptedDriver(), provider: 'own.ai' }
    const { review, host } = await setUp([
      reviewer('one', async (_, { session }) => {
        await session({ prompt: 'Look.' }, own)
        throw driverError('rate_limited', { message: 'Later.', retryAfterMs: 5_000 })
      }),
      reviewer('two', async () => rejection),
    ])
    const said = await review()
    expect(said).toMatchObject({
      approved: false,
      failure: {
        class: 'rate_limited',
        message: 'The reviewer "one" failed: Later.',
        provider: 'own.ai',
        retryAfterMs: 5_000,
      },
    })
    expect(said.comments).toHaveLength(2)
    expect(host.git.openWorkspaces).toBe(0)
  })

  it('approves nothing if the evaluator cannot work, and names it', async () => {
    const { review } = await setUp([reviewer('one', async () => rejection)], {
      evaluator: defineEvaluator({
        evaluate: () => Promise.reject(driverError('auth', { message: 'Log in.' })),
      }),
    })
    const message = 'The evaluator failed: Log in.'
    expect(await review()).toMatchObject({ approved: false, failure: { class: 'auth', message } })
  })

  it('does not approve in a run that was resumed without its reviewers', async () => {
    const { review, reviewRun } = await setUp([])
    for (const [said, scope] of [
      [await review(), 'phase'],
      [await reviewRun(), 'run'],
    ] as const) {
      expect(said).toMatchObject({ approved: false, failure: { class: 'environment' } })
      expect(said.failure?.message).toContain(`"${scope}"`)
    }
  })

  it('makes sessions read-only, and emits their progress', async () => {
    const told: unknown[] = []
    const { review, driver, performer, commit } = await setUp(
      [
        reviewer('one', async (_, { session }) => {
          const greedy = { prompt: 'Look.', access: 'write', role: 'developer' }
          await expect(session(greedy)).rejects.toThrow('`session.access` is not known')
          await session({ prompt: 'Look.' })
          return approval
        }),
      ],
      { session: (_, { emit }) => emit({ type: 'text', text: 'Reading.' }) },
    )
    performer.progress = (...args) => void told.push(args)
    await review()
    expect(driver.requests).toMatchObject([{ role: 'reviewer', access: 'read', workspace: { base: commit } }])
    await expect(driver.requests[0]!.workspace.fs.writeFile('/x', 'x')).rejects.toThrow(
      'this session is read-only',
    )
    expect(told).toEqual([['a', { type: 'text', text: 'Reading.' }, 's1']])
  })

  it('fails if a reviewer needs an agent and the run has none', async () => {
    const { review, performer } = await setUp([
      reviewer('one', async (_, { session }) => (await session({ prompt: 'Look.' }), approval)),
    ])
    Object.assign(performer, { driver: undefined })
    expect(await review()).toMatchObject({
      approved: false,
      failure: {
        class: 'environment',
        message: expect.stringContaining('The reviewer "one" needs an agent'),
      },
    })
  })

  it('redacts before cutting', async () => {
    const secret = 'hunter2-hunter2'
    const filled = `${'x'.repeat(1_970)}${secret}${'x'.repeat(5_000)}`
    const { review } = await setUp(
      [
        reviewer('one', async () => ({
          approved: false,
          summary: `${secret}!`,
          comments: [{ severity: 'major', message: filled, file: `${secret}.ts`, suggestion: secret }],
        })),
        reviewer('two', () => Promise.reject(new Error(secret))),
      ],
      { secrets: [secret] },
    )
    expect(JSON.stringify(await review())).not.toContain('hunter2')
  })

  it('stops with the run, and leaves no workspace', async () => {
    const reason = new Error('stopped')
    const { review, stop, host } = await setUp([
      reviewer('one', async (_, { signal }) => {
        stop.abort(reason)
        signal.throwIfAborted()
        return approval
      }),
      reviewer('two', async () => approval),
    ])
    await expect(review()).rejects.toBe(reason)
    expect(host.git.openWorkspaces).toBe(0)
  })
})

it("opens the workspace of a reviewer with the run's rules, not with those of the reviewed commit", async () => {
  const rules: (string | undefined)[] = []
  const { performer, commit, review } = await setUp([reviewer('r', async () => approval)], {
    git: (git) => ({
      openWorkspace: async (request) => {
        rules.push(request.rules)
        return git.openWorkspace(request)
      },
    }),
  })
  expect(await review()).toMatchObject({ approved: true })
  expect(rules).toEqual([performer.state.base])
  expect(rules).not.toContain(commit)
})
