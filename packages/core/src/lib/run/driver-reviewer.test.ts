import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../test/performer-fixture.ts'
import { driverError } from '../contract/driver-error.ts'
import type { Verdict } from '../contract/reviewer.ts'
import { verdictJsonSchema } from '../policy/answer/read-verdict.ts'
import type { Review } from '../contract/review.ts'
import {
  createScriptedDriver,
  type ScriptedDriver,
  type SessionScript,
} from '../testing/driver/scripted-driver.ts'
import { driverEvaluator } from './driver-evaluator.ts'
import { driverReviewer } from './driver-reviewer.ts'
import { reviewCommit } from '../perform/review/review-commit.ts'

const approval: Verdict = { approved: true, summary: 'Good.', comments: [] }
const rejection: Verdict = {
  approved: false,
  summary: 'Not yet.',
  comments: [
    { severity: 'critical', message: 'It loses a line.' },
    { severity: 'major', message: 'It is slow.' },
  ],
}
const judged = (...dispositions: string[]): { judgements: unknown[] } => ({
  judgements: dispositions.map((disposition, index) => ({
    id: `reviewer-${index + 1}`,
    disposition,
    reason: null,
  })),
})
const fence = (value: unknown): string => `I looked.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`

const review = async (
  session: SessionScript,
  { evaluate = false, own }: { evaluate?: boolean; own?: ScriptedDriver } = {},
): Promise<{ said: Review; driver: ScriptedDriver }> => {
  const { performer, driver, phase, host } = createPerformer({ session })
  const adapters = own ? { driver: own } : {}
  Object.assign(performer, {
    reviewers: [driverReviewer(adapters)],
    ...(evaluate && { evaluator: driverEvaluator(adapters) }),
  })
  Object.assign(phase('a').attempt, { base: performer.state.head })
  const commit = host.git.addCommit(performer.state.head, { 'b.txt': 'b\n' })
  return { said: await reviewCommit(performer, phase('a'), { commit, round: 1 }), driver }
}

describe('driverReviewer', () => {
  it('asks an agent for a structured verdict in a separate read-only session', async () => {
    const { said, driver } = await review(() => ({ output: approval }))
    expect(said).toEqual({ approved: true, summary: 'reviewer: approves. Good.', comments: [] })
    expect(driver.requests).toMatchObject([
      {
        role: 'reviewer',
        access: 'read',
        outputSchema: verdictJsonSchema,
        prompt: expect.stringContaining('## Verdict'),
      },
    ])
    expect(driver.requests[0]).not.toHaveProperty('resume')
  })

  it('can have its own agent', async () => {
    const own = createScriptedDriver(undefined, { reviews: () => ({ output: rejection }) })
    const { said, driver } = await review(() => ({ output: approval }), { own })
    expect(said.approved).toBe(false)
    expect([driver.requests.length, own.requests.length]).toEqual([0, 1])
  })

  it('reads a verdict from a fence if the driver returns no output', async () => {
    const { said, driver } = await review(() => ({ text: fence(rejection) }))
    expect(said.comments.map(({ message }) => message)).toEqual(['It loses a line.', 'It is slow.'])
    expect(driver.requests).toHaveLength(1)
  })

  it('requests an unreadable verdict once more, in the same session', async () => {
    const { said, driver } = await review((_, __, number) =>
      number === 0 ? { text: 'It is fine.', sessionId: 's7' } : { output: approval },
    )
    expect(said.approved).toBe(true)
    expect(driver.requests).toMatchObject([
      {},
      {
        resume: 's7',
        outputSchema: verdictJsonSchema,
        prompt: expect.stringContaining('could not be parsed: '),
      },
    ])
    expect(driver.requests[1]!.prompt).not.toContain('## Criteria')
  })

  it('asks again from the start if the session cannot be resumed', async () => {
    const { performer, phase, host } = createPerformer()
    const prompts: string[] = []
    Object.assign(performer, {
      reviewers: [driverReviewer()],
      session: async ({ prompt }: { prompt: string }) => {
        prompts.push(prompt)
        return { text: prompts.length === 1 ? '' : fence(approval), usage: {} }
      },
    })
    Object.assign(phase('a').attempt, { base: performer.state.head })
    const commit = host.git.addCommit(performer.state.head, {})
    expect((await reviewCommit(performer, phase('a'), { commit, round: 1 })).approved).toBe(true)
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('## Criteria')
    expect(prompts[1]).toContain('An earlier answer could not be read')
  })

  it.each<[string, Partial<{ text: string; output: unknown }>]>([
    ['nothing', {}],
    ['words', { text: 'I approve of this.' }],
    ['an empty object', { output: {} }],
    ['two verdicts', { text: `${fence(approval)}\n${fence(approval)}` }],
    [
      'a verdict on a line that may be quoted',
      { text: `The file says\n${JSON.stringify(approval)}\nand more.` },
    ],
    ['a verdict that breaks off', { text: '```json\n{"approved": true, "summary": "' }],
  ])('fails closed: %s, twice, is a failure of the reviewer', async (_, answer) => {
    const { said, driver } = await review(() => answer)
    expect(driver.requests).toHaveLength(2)
    expect(driver.requests[1]).toHaveProperty('resume')
    expect(said).toMatchObject({
      approved: false,
      comments: [],
      failure: {
        class: 'report_invalid',
        message: expect.stringContaining('The verdict of the reviewer "reviewer" cannot be read: '),
      },
    })
  })

  it('asks an agent that crashed once more, in a new session', async () => {
    const { said, driver } = await review((_, __, number) => {
      if (number === 0) throw new Error('Segmentation fault')
      return { output: { approved: true } }
    })
    expect(said).toEqual({ approved: true, summary: 'reviewer: approves.', comments: [] })
    expect(driver.requests).toHaveLength(2)
    expect(driver.requests[1]).not.toHaveProperty('resume')
  })

  it('reports a failed session, and does not ask again', async () => {
    const { said, driver } = await review(() => {
      throw driverError('rate_limited', { retryAfterMs: 9 })
    })
    expect(said.failure).toMatchObject({ class: 'rate_limited', provider: 'scripted', retryAfterMs: 9 })
    expect(driver.requests).toHaveLength(1)
  })
})

describe('driverEvaluator', () => {
  const byRole =
    (evaluator: SessionScript): SessionScript =>
    (...call) =>
      call[0].role === 'reviewer' ? { output: rejection } : evaluator(...call)

  it('asks a read-only agent about each comment', async () => {
    const { said, driver } = await review(
      byRole(() => ({ output: judged('reject', 'defer') })),
      { evaluate: true },
    )
    expect(said.approved).toBe(true)
    expect(said.comments.map(({ disposition }) => disposition)).toEqual(['reject', 'defer'])
    expect(driver.requests[1]).toMatchObject({ role: 'evaluator', access: 'read' })
    for (const part of ['reviewer-1 (critical)', 'It loses a line.', 'reviewer-2 (major)'])
      expect(driver.requests[1]!.prompt).toContain(part)
  })

  it('asks once more, in the same session', async () => {
    const { said, driver } = await review(
      byRole((_, __, number) =>
        number === 1 ? { text: 'Reject all.' } : { text: fence(judged('reject', 'clarify')) },
      ),
      { evaluate: true },
    )
    expect(said.approved).toBe(true)
    expect(driver.requests[2]).toMatchObject({ role: 'evaluator', resume: 'session-1' })
  })

  it('fails closed: two unreadable answers are a failure of the evaluator', async () => {
    const { said, driver } = await review(
      byRole(() => ({ output: judged('ignore') })),
      { evaluate: true },
    )
    expect(driver.requests).toHaveLength(3)
    expect(said).toMatchObject({ approved: false, failure: { class: 'report_invalid' } })
    expect(said.failure?.message).toContain('The decision of the evaluator cannot be read: ')
  })
})
