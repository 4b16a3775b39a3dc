import { describe, expect, it } from 'vitest'
import { cleanRun, createRun, type RunOptions } from '../src/index.ts'
import { type DriverV1, driverError, type SessionRequest } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const secret = 'hunter2-hunter2'

const setUp = async (
  more: Partial<DriverV1>,
  run: (request: SessionRequest, count: number) => unknown = () => undefined,
  options: Partial<RunOptions> = {},
) => {
  const host = memoryHost()
  const errors: unknown[] = []
  let count = 0
  const scripted = createScriptedDriver(async (request, { emit }) => {
    count++
    emit({ type: 'session', sessionId: `id-${count}` })
    emit({ type: 'text', text: `I know ${secret}.` })
    emit({ type: 'tool', name: 'Edit', summary: '/a.txt' })
    emit({ type: 'usage', usage: { inputTokens: 100, cachedInputTokens: 60, outputTokens: 10, usd: 0.5 } })
    await request.workspace.fs.writeFile('/a.txt', `${count}`)
    await run(request, count)
    return { sessionId: `id-${count}`, text: 'Done.' }
  })
  const created = await createRun({
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A' }] },
    host,
    driver: { ...scripted, ...more },
    secrets: [secret],
    trust: 'autonomous',
    planApproved: true,
    reviewers: [],
    onListenerError: (error) => errors.push(error),
    ...options,
  })
  const report = await created.start()
  const read = (name: string) => host.store.kept(created.id, name)
  const charged = report.phases[0]!.attempts?.flatMap(({ sessions }) => sessions) ?? []
  return { run: created, report, read, charged, errors, host }
}

const name = 'transcripts/phase-a/attempt-1/session-1'

describe('the transcript of a session', () => {
  it("is kept as a page and in the vendor's format, without secrets, and linked", async () => {
    const asked: string[] = []
    const { report, read, charged, run, host } = await setUp({
      readTranscript: async (sessionId) => {
        asked.push(sessionId)
        return { format: 'jsonl', text: `{"text":"${secret}"}\n` }
      },
    })
    expect(asked).toEqual(['id-1'])
    const page = (await read(`${name}.md`))!
    expect(page).toContain('# Phase a, attempt 1, session 1: developer')
    expect(page).toContain('Edit /a.txt')
    expect(page).toContain('- Usage: 0 ms, 100 in (60 cached), 10 out, $0.50')
    expect(page).not.toContain(secret)
    expect(await read(`${name}.jsonl`)).toMatch(/^\{"text":"[^"]*"\}\n$/)
    expect(await read(`${name}.jsonl`)).not.toContain(secret)
    const transcript = {
      page: { name: `${name}.md`, place: `memory:${run.id}/${name}.md` },
      vendor: { name: `${name}.jsonl`, place: `memory:${run.id}/${name}.jsonl` },
    }
    expect(charged).toMatchObject([{ transcript }])
    const events = []
    for await (const event of run.events()) if (event.type === 'session_charged') events.push(event)
    const facts = { phaseId: 'a', role: 'developer', driver: 'scripted', attempt: 1, dispatch: 1 }
    expect(events).toMatchObject([{ ...facts, sessionId: 'id-1', transcript, usd: 0.5 }])
    expect(await read('report.md')).toContain(`[page](${name}.md) [vendor](${name}.jsonl)`)
    const files = new Map(host.git.filesOf(report.head))
    const state = [...files].find(([path]) => path.endsWith('/execution-state.json'))![1]
    expect(JSON.parse(state)).toMatchObject({
      spent: { sessions: 1, tokens: 56, usd: 0.5 },
      phases: [
        {
          spent: { tokens: 56 },
          attempts: [{ attempt: 1, sessions: [{ transcript: { page: `${name}.md` } }] }],
        },
      ],
    })
    expect(state, 'contains no places').not.toContain('memory:')
  })

  it('of a failed session is kept too, and each attempt has its own', async () => {
    const { read, charged } = await setUp({}, (_request, count) => {
      if (count === 1) throw new Error(`It broke with ${secret}.`)
    })
    expect(charged.map(({ attempt, number, usd }) => [attempt, number, usd])).toEqual([
      [1, 1, 0.5],
      [2, 1, 0.5],
    ])
    expect(await read(`${name}.md`)).toMatch(/- Ended: It broke with .*\n/)
    expect(await read(`${name}.md`)).not.toContain(secret)
    expect(await read('transcripts/phase-a/attempt-2/session-1.md')).toContain('- Ended: completed')
  })

  it('has the stack of a driver that failed by mistake, without secrets, and of no other failure', async () => {
    const { read } = await setUp({}, (_, count) => {
      if (count === 1) throw new TypeError(`${secret}.map is not a function`)
      if (count === 2) throw driverError('agent_failed', { message: 'It gave up.' })
    })
    const first = (await read(`${name}.md`))!
    expect(first).toMatch(
      /## Stack\n\n~~~\nTypeError: .*\.map is not a function\n +at .*transcripts\.test\.ts/,
    )
    expect(first).not.toContain(secret)
    const second = (await read('transcripts/phase-a/attempt-2/session-1.md'))!
    expect(second).toContain('- Ended: It gave up.')
    expect(second).not.toContain('## Stack')
  })

  it('that the driver cannot read leaves the page, and the run continues', async () => {
    const { report, charged, errors } = await setUp({
      readTranscript: () => Promise.reject(new Error('no such file')),
    })
    expect(report.status).toBe('completed')
    expect(charged[0]!.transcript).toEqual({ page: expect.objectContaining({ name: `${name}.md` }) })
    expect(errors).toMatchObject([{ message: 'no such file' }])
  })
})

it('is kept and counted by a clean-up, or deleted on request', async () => {
  const { run, host, read } = await setUp({
    readTranscript: async () => ({ format: 'jsonl', text: '{}\n' }),
  })
  const kept = await cleanRun({ host, runId: run.id })
  expect(kept.transcripts).toEqual({ removed: 0, kept: 2 })
  expect(await read(`${name}.md`)).toBeDefined()
  const removed = await cleanRun({ host, runId: run.id, transcripts: true })
  expect(removed.transcripts).toEqual({ removed: 2, kept: 0 })
  expect([await read(`${name}.md`), await read(`${name}.jsonl`)]).toEqual([undefined, undefined])
  expect((await cleanRun({ host, runId: run.id, transcripts: true })).transcripts.removed).toBe(0)
})

it('shows the usage of running sessions, with the sums of the run and of the phase', async () => {
  const host = memoryHost()
  const driver = createScriptedDriver(async (_request, { emit }) => {
    emit({ type: 'usage', usage: { inputTokens: 100 } })
    await new Promise(setImmediate)
    emit({ type: 'usage', usage: { inputTokens: 150 } })
    await new Promise(setImmediate)
    return { usage: { inputTokens: 150 } }
  })
  const run = await createRun({
    plan: { phases: ['a', 'b'].map((id) => ({ id, title: id })) },
    ...{ host, driver, reviewers: [], trust: 'autonomous', planApproved: true, concurrency: 2 },
  })
  const seen: (readonly [string | undefined, number | undefined, number, number | undefined])[] = []
  run.on('session_usage', ({ phaseId, inputTokens, spent, phaseSpent }) =>
    seen.push([phaseId, inputTokens, spent.inputTokens, phaseSpent?.inputTokens]),
  )
  const report = await run.start()
  expect(seen.toSorted((one, other) => one[2] - other[2])).toEqual([
    ['a', 100, 100, 100],
    ['b', 100, 200, 100],
    ['a', 150, 250, 150],
    ['b', 150, 300, 150],
    // Again after the charge of the session of phase a, which has the charged sums only.
    ['b', 150, 300, 150],
  ])
  expect(report.spent).toMatchObject({ inputTokens: 300, sessions: 2 })
})
