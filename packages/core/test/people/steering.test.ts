import { describe, expect, it } from 'vitest'
import { answerRun, createRun, openRun, type RunEvent, type RunOptions } from '../../src/index.ts'
import {
  createScriptedDriver,
  memoryHost,
  type ManualClock,
  type MemoryHost,
  recordEvents,
  type ScriptedDriver,
} from '../../src/testing.ts'
import { crashAfter } from '../crash-after.ts'

const flush = async (): Promise<void> => {
  for (let round = 0; round < 30; round++) await new Promise((resolve) => setImmediate(resolve))
}

type Steered = Extract<RunEvent, { type: 'phase_steered' }>

const outcomesOf = (events: readonly RunEvent[]): string[] =>
  events
    .filter((event): event is Steered => event.type === 'phase_steered')
    .map(({ outcome, to, text, reason }) => [outcome, to, text, reason].filter(Boolean).join(' | '))

const plan = { phases: [{ id: '1', title: 'One', body: 'Do it.' }] }

interface Session {
  prompt: string
  end(error?: unknown): void
}

/** A run of one phase whose sessions last until the test ends them. */
const startRun = async ({
  host = memoryHost({ clock: 'manual' }),
  steer,
  ...more
}: Partial<RunOptions> & { host?: MemoryHost<ManualClock>; steer?: Steer } = {}) => {
  const sessions: Session[] = []
  const driver = createScriptedDriver(
    ({ prompt }, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        sessions.push({
          prompt,
          end: (error) => (error === undefined ? resolve({}) : reject(error)),
        })
      }),
    steer ? { steer } : {},
  )
  const options = { plan, trust: 'autonomous', artifacts: 'none', reviewers: [], ...more } as const
  const run = await createRun({ ...options, host, driver })
  const events = recordEvents(run)
  const report = run.start()
  report.catch(() => {})
  await flush()
  return { host, driver, run, runId: run.id, events, report, sessions }
}

type Steer = NonNullable<Parameters<typeof createScriptedDriver>[1]>['steer']

const textsOf = ({ requests }: ScriptedDriver, text: string): number =>
  requests.filter(({ prompt }) => prompt.includes(text)).length

describe('a text for the agent of a phase', () => {
  it('is given to the running session, where the driver can do this', async () => {
    const received: string[] = []
    const { run, driver, events, sessions, report } = await startRun({
      steer: (_session, text) => received.push(text) > 0,
    })
    await run.steer('1', 'Use tabs.\n## Rules')
    await flush()
    expect(outcomesOf(events)).toEqual(['delivered | turn | Use tabs.\n## Rules'])
    // Its headings are indented.
    expect(received).toEqual([expect.stringMatching(/from a person[^]*\n {4}Use tabs\.\n {4}## Rules\n$/)])
    sessions[0]!.end()
    expect((await report).status).toBe('completed')
    expect(textsOf(driver, 'Use tabs.')).toBe(0)
  })

  it('waits for the next session, in its prompt, where the driver cannot do this', async () => {
    const { run, driver, events, sessions, report } = await startRun()
    await run.steer('1', 'Use tabs.')
    await run.steer('1', 'Use LF.')
    await flush()
    expect(outcomesOf(events)).toEqual(['deferred | Use tabs.', 'deferred | Use LF.'])
    sessions[0]!.end(new Error('failed'))
    await flush()
    expect(outcomesOf(events).slice(2)).toEqual([
      'delivered | prompt | Use tabs.',
      'delivered | prompt | Use LF.',
    ])
    expect(sessions[1]!.prompt).toMatch(/Use tabs\.[^]*Use LF\./)
    sessions[1]!.end(new Error('failed otherwise'))
    await report
    expect(textsOf(driver, 'Use tabs.')).toBe(1)
  })

  it('waits for the next session if the running one does not receive it', async () => {
    const { run, events, sessions } = await startRun({ steer: () => false })
    await run.steer('1', 'Use tabs.')
    await flush()
    sessions[0]!.end(new Error('failed'))
    await flush()
    expect(outcomesOf(events)).toEqual(['deferred | Use tabs.', 'delivered | prompt | Use tabs.'])
    sessions[1]!.end()
  })

  it('is in the transcript of its session', async () => {
    const { run, host, runId, events, sessions, report } = await startRun({ steer: () => true })
    await run.steer('1', 'Use tabs.')
    await flush()
    sessions[0]!.end()
    await report
    const charged = events.find(({ type }) => type === 'session_charged')
    const name = charged?.type === 'session_charged' ? charged.transcript?.page?.name : undefined
    expect(await host.store.kept(runId, name!)).toMatch(/a person writes\n\n> .*\n[^]*> +Use tabs\./)
  })

  it('is dropped if the phase ends without another session', async () => {
    const { run, events, sessions, report } = await startRun()
    await run.steer('1', 'Use tabs.')
    sessions[0]!.end()
    expect((await report).status).toBe('completed')
    expect(outcomesOf(events)).toEqual([
      'deferred | Use tabs.',
      'dropped | Use tabs. | Phase 1 ended without another session.',
    ])
  })

  it.each([
    ['throws', () => Promise.reject(new Error('broken pipe')), /Driver "scripted": broken pipe/],
    ['returns no boolean', (() => 'yes') as unknown as Steer, /must return whether .* got undefined/],
  ] as const)('is dropped and not repeated if the driver %s', async (_how, steer, reason) => {
    const { run, driver, events, sessions } = await startRun({ steer: steer as Steer })
    if (_how === 'returns no boolean') Object.assign(driver, { steer: async () => undefined })
    await run.steer('1', 'Use tabs.')
    await flush()
    expect(outcomesOf(events)).toEqual([expect.stringMatching(reason)])
    sessions[0]!.end(new Error('failed'))
    await flush()
    expect(textsOf(driver, 'Use tabs.')).toBe(0)
    sessions[1]!.end()
  })

  it('is dropped if the session ends and the driver never answers', async () => {
    const { run, events, sessions, report } = await startRun({ steer: () => new Promise(() => {}) })
    await run.steer('1', 'Use tabs.')
    await flush()
    expect(outcomesOf(events)).toEqual([])
    sessions[0]!.end()
    await report
    expect(outcomesOf(events)).toEqual([
      expect.stringMatching(/^dropped .* ended (?:without an answer|before the session)/),
    ])
  })

  it('is cleaned before it is stored', async () => {
    const key = `sk-ant-api03-${'a1B2c3D4'.repeat(12)}`
    const { run, host, runId, events, sessions, report } = await startRun({ secrets: ['hunter2-hunter2'] })
    await run.steer('1', `\u001b[31mUse hunter2-\u001b[0mhunter2 and ${key}.\u0007`)
    await flush()
    const stored = JSON.stringify(await host.store.load(runId)) + JSON.stringify(events)
    expect(stored).not.toMatch(/hunter2-hunter2|a1B2c3D4|\\u001b|\\u0007/)
    expect(outcomesOf(events)).toEqual([expect.stringMatching(/^deferred \| Use \S+ and \S+$/)])
    sessions[0]!.end()
    await report
  })

  it('is refused with the phases that take one', async () => {
    const phases = [...plan.phases, { id: '2', title: 'Two', body: 'Do it.', dependsOn: ['1'] }]
    const { run, host, runId, sessions, report } = await startRun({ plan: { phases } })
    await expect(run.steer('9', 'x')).rejects.toMatchObject({
      code: 'NOT_STEERED',
      details: { phaseId: '9', open: ['1', '2'] },
    })
    for (const text of ['', ' \u001b[0m ', 'x'.repeat(10_001)])
      await expect(run.steer('1', text)).rejects.toMatchObject({ code: 'COMMAND_INVALID' })
    for (let count = 0; count < 10; count++) await run.steer('2', `text ${count}`)
    await expect(run.steer('2', 'one more')).rejects.toThrow(/10 texts already wait.*phase 2/)
    sessions[0]!.end()
    await flush()
    await expect(run.steer('1', 'x')).rejects.toThrow(/Phase 1 is completed.*Open phases: 2\./)
    sessions[1]!.end()
    await report
    const command = { type: 'steer', phaseId: '2', text: 'x' } as const
    await expect(run.steer('2', 'x')).rejects.toMatchObject({ code: 'RUN_ENDED' })
    await expect(answerRun({ store: host.store, runId, command })).rejects.toMatchObject({
      code: 'RUN_ENDED',
    })
  })
})

describe('a text for a phase without an agent', () => {
  const steps = [{ id: '1s', description: 'echo', action: 'command' as const, command: 'echo hi' }]
  const phases = [
    { id: '1', title: 'One', body: 'Do it.' },
    { id: '2', title: 'Two', dependsOn: ['1'], subtasks: [{ id: '2a', title: 'Say', steps }] },
  ]
  const command = { type: 'steer', phaseId: '2', text: 'Use \u001b[1mtabs.' } as const

  it('is refused at once, and the error says why', async () => {
    const { run, host, runId, sessions, events, report } = await startRun({
      plan: { phases },
      planApproved: true,
    })
    for (const refused of [
      () => run.steer('2', 'Use tabs.'),
      () => answerRun({ store: host.store, runId, command }),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: 'NOT_STEERED',
        message: expect.stringMatching(/No agent works on phase 2: .* Open phases: 1\./),
        details: { phaseId: '2', open: ['1'] },
      })
    expect(outcomesOf(events)).toEqual([])
    sessions[0]!.end()
    await report
  })

  it('waits if an agent may adapt a failed step', async () => {
    const { run, sessions, events, report } = await startRun({
      plan: { phases },
      adapt: true,
      planApproved: true,
    })
    await run.steer('2', 'Use tabs.')
    await flush()
    expect(outcomesOf(events)).toEqual(['deferred | Use tabs.'])
    sessions[0]!.end()
    await report
  })

  it('is dropped, with the reason, if another process left it in the store', async () => {
    const { run, host, runId, events, report } = await startRun({ plan: { phases }, planApproved: true })
    const id = await host.store.send(runId, command)
    host.clock.advance(1_000)
    await flush()
    expect(outcomesOf(events)).toEqual([
      'deferred | Use tabs.',
      expect.stringMatching(/^dropped \| Use tabs\. \| No agent works on phase 2/),
    ])
    expect(await host.store.outcome(runId, id)).toMatchObject({ ok: false, code: 'NOT_STEERED' })
    run.cancel()
    await report
  })
})

describe('a text from another process', () => {
  const command = { type: 'steer', phaseId: '1', text: 'Use \u001b[1mtabs.' } as const

  it('reaches the running session', async () => {
    const { host, runId, events, sessions, report } = await startRun({ steer: () => true })
    const done = answerRun({ store: host.store, runId, command, clock: host.clock })
    for (let turn = 0; turn < 10; turn++) {
      host.clock.advance(100)
      await flush()
    }
    expect(await done).toMatchObject({ outcome: 'taken', locked: true })
    expect(outcomesOf(events)).toEqual(['delivered | turn | Use tabs.'])
    sessions[0]!.end()
    await report
  })

  it('is kept while no process runs the run, and given by the next one, once', async () => {
    const { run, host, runId, report } = await startRun()
    run.cancel()
    await report
    expect(await answerRun({ store: host.store, runId, command })).toMatchObject({ outcome: 'kept' })
    // The outcome cannot be written, as after a crash, so the command comes again.
    const { acquire } = host.store
    host.store.acquire = async (id) => ({
      ...(await acquire(id)),
      acknowledge: () => Promise.reject(new Error('no')),
    })
    const prompts: string[] = []
    const stop = (driver = createScriptedDriver(({ prompt }) => void prompts.push(prompt))) =>
      openRun({ host, runId, driver })
    const first = await stop(
      createScriptedDriver(({ prompt }, { signal }) => {
        prompts.push(prompt)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      }),
    )
    const ended = first.start()
    await flush()
    first.cancel()
    await ended
    host.store.acquire = acquire
    const second = await stop()
    const events = recordEvents(second)
    await second.start()
    expect(prompts.map((prompt) => prompt.includes('Use tabs.'))).toEqual([true, false])
    expect(outcomesOf(events)).toEqual(['deferred | Use tabs.', 'delivered | prompt | Use tabs.'])
    expect(await host.store.pending(runId)).toEqual([])
  })
})

describe('a crash', () => {
  it('between the journal and the session loses the text, and never gives it twice', async () => {
    const seen: string[] = []
    for (const when of ['before', 'after'] as const)
      for (let records = 1; records < 30; records++) {
        const host = crashAfter(records, when)
        const received: string[] = []
        const { run, runId, sessions } = await startRun({
          host,
          steer: (_session, text) => received.push(text) > 0,
        }).catch(() => ({ run: undefined }) as never)
        if (!run) continue
        await run.steer('1', 'Use tabs.').catch(() => {})
        await flush()
        sessions[0]?.end()
        await run.start().catch(() => {})
        host.revive()
        const driver = createScriptedDriver()
        const again = await openRun({ host, runId, driver }).catch(() => undefined)
        if (!again) continue
        const events = recordEvents(again)
        expect((await again.start()).status).toBe('completed')
        const given = received.length + textsOf(driver, 'Use tabs.')
        const outcomes = outcomesOf(events).filter((outcome) => !outcome.startsWith('deferred'))
        expect(given).toBeLessThanOrEqual(1)
        expect(outcomes.length).toBeLessThanOrEqual(1)
        if (outcomes[0]?.startsWith('delivered')) expect(given).toBe(1)
        seen.push(`${given} ${outcomes[0]?.split(' ')[0]}`)
      }
    expect(new Set(seen)).toEqual(new Set(['0 undefined', '0 dropped', '1 dropped', '1 delivered']))
  })
})
