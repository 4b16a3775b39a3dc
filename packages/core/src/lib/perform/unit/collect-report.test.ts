import { describe, expect, it } from 'vitest'
import { createPerformer, type PerformerOptions } from '../../../../test/performer-fixture.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { DriverV1, SessionRequest, SessionResult } from '../../contract/driver.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { workReportJsonSchema } from '../../policy/answer/read-work-report.ts'
import type { Performer } from '../performer.ts'
import { runUnit } from './run-unit.ts'

const done = { status: 'done', summary: 'All of it.', subtasks: [], files: [], notDone: [] }
const fenced = (value: unknown): string => `I am done.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`

interface Given extends PerformerOptions {
  reports?: DriverV1['reports']
  dir?: string
  /** Whether the agent's sessions cannot be resumed. */
  nameless?: true
}

/** Runs a phase with an agent whose sessions return these results in order. */
const work = async (
  results: Partial<SessionResult>[],
  { reports = 'output', dir, nameless, ...options }: Given = {},
) => {
  const { performer, driver, phase, open, stop } = createPerformer({
    session: (_, __, number) => results[number],
    ...options,
  })
  const workspace = await open('a')
  const inDir = dir === undefined ? workspace : { ...workspace, dir }
  const reporting: Performer = { ...performer, driver: { ...driver, reports } }
  if (nameless)
    reporting.session = async (...asked) => {
      const { sessionId, ...result } = await performer.session(...asked)
      expect(sessionId).toBe('session-0')
      return result
    }
  const context = { performer: reporting, dispatch: 1, phase: phase('a'), workspace: inDir }
  const ending = runUnit({ ...context, phase: { ...context.phase, byAgent: true } }, { kind: 'phase' })
  return { result: await ending, requests: driver.requests, stop }
}
const told = ({ role, access, resume, outputSchema }: SessionRequest) => ({
  role,
  access,
  resume,
  schema: outputSchema,
})

describe('a report', () => {
  it('is requested by a schema in the same session if the driver supports it', async () => {
    const { result, requests } = await work([{ output: { ...done, files: ['src/a.ts'] } }])
    expect(result).toEqual({
      outcome: 'completed',
      sessions: { phase: 'session-0' },
      said: { phase: 'All of it.' },
      claimed: { phase: ['src/a.ts'] },
    })
    expect(requests.map(told)).toEqual([
      { role: 'developer', access: 'write', resume: undefined, schema: workReportJsonSchema },
    ])
    expect(requests[0]?.prompt).toContain('Report `done`, `partial`, `failed` or `blocked`')
    expect(requests[0]?.prompt).not.toContain('"notDone"')
  })

  it('is read from the end of the text without schemas, and the prompt shows its form', async () => {
    const { result, requests } = await work([{ text: fenced(done) }], { reports: 'text' })
    expect(result).toEqual({
      outcome: 'completed',
      sessions: { phase: 'session-0' },
      said: { phase: 'All of it.' },
    })
    expect(requests[0]?.outputSchema).toBeUndefined()
    const shown = /`(\{"status".*\})`/.exec(requests[0]?.prompt ?? '')?.[1] ?? ''
    expect(JSON.parse(shown)).toEqual({
      status: 'done',
      summary: '',
      subtasks: [{ id: 'a.1', status: 'done' }],
      files: [],
      notDone: [],
      concerns: [],
    })
  })

  it('is not requested if the driver has none: the end of the session counts', async () => {
    const { performer, driver, phase, open } = createPerformer({ session: () => ({ text: 'Nearly.' }) })
    const context = {
      performer,
      phase: { ...phase('a'), byAgent: true } as const,
      dispatch: 1,
      workspace: await open('a'),
    }
    expect(await runUnit(context, { kind: 'phase' })).toEqual({
      outcome: 'completed',
      sessions: { phase: 'session-0' },
      said: { phase: 'Nearly.' },
    })
    expect(driver.requests[0]?.prompt).toContain('- End with a short summary of what you did.\n')
    expect(driver.requests[0]?.outputSchema).toBeUndefined()
  })

  it.each([
    ['failed', { outcome: 'failed', failure: { class: 'agent_failed' } }],
    ['partial', { outcome: 'failed', failure: { class: 'agent_failed' } }],
    ['blocked', { outcome: 'blocked', blocker: 'agent_asks' }],
  ])('with status %s is believed, and the session can be resumed', async (status, outcome) => {
    const { result, requests } = await work([{ output: { ...done, status } }])
    expect(result).toMatchObject({ ...outcome, sessions: { phase: 'session-0' } })
    expect(requests).toHaveLength(1)
  })
})

describe('fault 31: an unreadable report', () => {
  it.each([
    ['is missing', {}],
    ['is prose', { text: 'Done!' }],
    ['has another form', { output: { ok: true } }],
    ['is there twice', { text: fenced(done) + fenced({ ...done, status: 'failed' }) }],
    ['is not JSON', { text: '```json\n{"status": "done",\n```' }],
  ])('(%s) is requested once more in the same session, read-only', async (_, first) => {
    const { result, requests } = await work([first, { output: done }])
    expect(requests.map(told)).toEqual([
      expect.objectContaining({ access: 'write', resume: undefined }),
      { role: 'developer', access: 'read', resume: 'session-0', schema: workReportJsonSchema },
    ])
    expect(requests[1]?.prompt).toMatch(/^Your report could not be parsed: \S.* Make no more changes/)
    expect(result).toMatchObject({ outcome: 'completed', sessions: { phase: 'session-1' } })
  })

  it('shows its form again without a schema', async () => {
    const { result, requests } = await work([{ text: 'Done!' }, { text: fenced(done) }], { reports: 'text' })
    expect(requests[1]?.prompt).toContain('{"status": "done"')
    expect(requests[1]?.outputSchema).toBeUndefined()
    expect(result).toMatchObject({ outcome: 'completed' })
  })

  it('is a failure the second time, never a success', async () => {
    const { result, requests } = await work([
      { text: 'Done!' },
      { text: 'As I said: done!' },
      { output: done },
    ])
    expect(result).toEqual({
      outcome: 'failed',
      failure: {
        class: 'report_invalid',
        message: expect.stringMatching(/^The agent's report could not be read: ./) as string,
        output: 'Its last words: As I said: done!',
      },
      sessions: { phase: 'session-1' },
    })
    expect(requests).toHaveLength(2)
  })

  it("is a question if the session ended with one, in the agent's own words", async () => {
    const { result } = await work([
      { text: 'Two ways exist.\n\nShould slugs keep umlauts?' },
      { text: 'I wait for your answer.' },
    ])
    expect(result).toEqual({
      outcome: 'blocked',
      blocker: 'agent_asks',
      message: 'The agent needs a decision: Should slugs keep umlauts?',
      details: ['Two ways exist.', '', 'Should slugs keep umlauts?'],
      sessions: { phase: 'session-1' },
    })
  })

  it('is a failure at once if the session cannot be resumed', async () => {
    const { result, requests } = await work([{ text: 'Done!' }], { nameless: true })
    expect(result).toMatchObject({ outcome: 'failed', failure: { class: 'report_invalid' }, sessions: {} })
    expect(requests).toHaveLength(1)
  })

  it("keeps the class of the driver's failure, also in the repair", async () => {
    const limited = driverError('rate_limited', { retryAfterMs: 5 })
    for (const [failing, sessions] of [
      [0, {}],
      [1, { phase: 'session-0' }],
    ] as const) {
      const { result } = await work([], {
        session(_, __, number) {
          if (number === failing) throw limited
        },
      })
      const failure = { class: 'rate_limited', retryAfterMs: 5, provider: 'scripted' }
      expect(result).toMatchObject({ outcome: 'failed', failure, sessions })
    }
  })
})

describe('the content of a report', () => {
  it('is stored without secrets', async () => {
    const output = { ...done, summary: 'The key is hunter22.', files: ['hunter22.txt'] }
    const { result } = await work([{ output }], { secrets: ['hunter22'] })
    expect(JSON.stringify(result)).not.toContain('hunter22')
  })

  it('lists files as distinct paths of the tree, up to a limit', async () => {
    const files = ['./src/a.ts', '/src/a.ts', '/w/slot/src/b.ts', '../x', ...Array<string>(999).fill('c')]
    const { result } = await work([{ output: { ...done, files } }], { dir: '/w/slot' })
    expect(result).toMatchObject({ claimed: { phase: ['src/a.ts', 'src/b.ts', '../x', 'c'] } })
    const many = Array.from({ length: 999 }, (_, index) => `f${index}`)
    const { result: bounded } = await work([{ output: { ...done, files: many } }])
    expect(bounded).toMatchObject({ claimed: { phase: many.slice(0, 100) } })
  })
})

it('is missing for a stopped session, which stops', async () => {
  const ended = new AmeliaError('RUN_ENDED', 'Stopped.', { runId: 'r1' })
  const { performer, driver, phase, open, stop } = createPerformer({ session: () => stop.abort(ended) })
  const context = {
    performer: { ...performer, driver: { ...driver, reports: 'output' } as const },
    phase: { ...phase('a'), byAgent: true } as const,
    dispatch: 1,
    workspace: await open('a'),
  }
  await expect(runUnit(context, { kind: 'phase' })).rejects.toThrow(ended)
})
