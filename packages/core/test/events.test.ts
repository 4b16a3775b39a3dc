import { describe, expect, expectTypeOf, it } from 'vitest'
import { createRun, type RunEvent, type WatchedEvent } from '../src/index.ts'
import { type CommandScript, createScriptedDriver, memoryHost, recordEvents } from '../src/testing.ts'
import { forkPlan } from './sample-plan.ts'

const make = (options = {}) =>
  createRun({ plan: forkPlan(), host: memoryHost(), trust: 'autonomous', ...options })

describe('the events of a run', () => {
  // seed: phased-execution 81
  it('are equal by listener, by subscription from any point, and by reading', async () => {
    const run = await make()
    const completed: string[] = []
    run.on('phase_completed', ({ phaseId, commit }) => {
      expectTypeOf(commit).toEqualTypeOf<string>()
      completed.push(phaseId)
    })
    const all = recordEvents(run)
    const read: RunEvent[] = []
    const reading = (async () => {
      for await (const event of run.events()) read.push(event)
    })()
    await run.start()
    await reading
    expect(completed).toHaveLength(6)
    expect(read).toEqual(all)
    const late: RunEvent[] = []
    run.subscribe({ after: 10 }, (event) => late.push(event))
    expect(late).toEqual(all.slice(10))
    expect(JSON.parse(JSON.stringify(all))).toEqual(all)
  })

  it('carry a number, the time in ISO 8601, the run and the phase', async () => {
    const run = await make()
    const all = recordEvents(run)
    await run.start()
    for (const [index, event] of all.entries()) {
      expect(event).toMatchObject({
        seq: index + 1,
        runId: run.id,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
    }
    expect(all.at(-1)).toMatchObject({
      type: 'run_ended',
      status: 'completed',
      report: { status: 'completed', runId: run.id },
    })
  })

  it('reach other listeners if one throws, and the run continues (fault 67)', async () => {
    const errors: unknown[] = []
    const run = await make({ onListenerError: (error: unknown) => errors.push(error) })
    const received: string[] = []
    run.on('phase_completed', () => {
      throw new Error('a bad listener')
    })
    run.on('phase_completed', ({ phaseId }) => received.push(phaseId))
    run.subscribe({}, () => {
      throw new Error('another one')
    })
    expect(await run.start()).toMatchObject({ status: 'completed' })
    expect(received).toHaveLength(6)
    expect(errors.length).toBeGreaterThan(6)
  })

  it('stop after unsubscribing', async () => {
    const run = await make()
    let received = 0
    const stop = run.on('phase_started', () => {
      received++
      stop()
      stop()
    })
    await run.start()
    expect(received).toBe(1)
  })

  // seed: phased-execution 82
  it('include the progress of sessions in order, without secrets and without a number', async () => {
    const token = `ghp_${'b'.repeat(36)}`
    const driver = createScriptedDriver((_, { emit }) => emit({ type: 'text', text: `hi ${token}` }))
    const run = await make({ plan: { phases: [{ id: 'a', title: 'A' }] }, driver })
    const progress: unknown[] = []
    run.on('session_progress', (event) => progress.push(event))
    const all = recordEvents(run)
    await run.start()
    const started = all.find(({ type }) => type === 'phase_started')!
    expect(progress).toEqual([
      {
        type: 'session_progress',
        afterSeq: started.seq,
        at: started.at,
        runId: run.id,
        phaseId: 'a',
        session: 'run2',
        progress: { type: 'text', text: 'hi [redacted]' },
      },
    ])
    expect(all.map(({ type }) => type)).not.toContain('session_progress')
  })

  it('include the output of checks while they run, without secrets that are split', async () => {
    const key = ['-----BEGIN PRIVATE KEY-----', 'c3Rpbmcga2V5', '-----END PRIVATE KEY-----']
    const commands: CommandScript = ({ onOutput }) => {
      for (const line of ['ok 1', ...key, 'ok 2']) onOutput?.(`${line}\n`)
      return 0
    }
    const of = { verify: { test: ['npm', 'test'] }, host: memoryHost({ commands }), reviewers: [] }
    const plan = { phases: [{ id: 'a', title: 'A' }] }
    const driver = createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/a.txt', 'x'))
    const run = await make({ plan, driver, ...of })
    const output: string[] = []
    run.on('session_progress', ({ phaseId, progress }) => {
      if (progress.type === 'output') output.push(`${phaseId}, ${progress.command}: ${progress.text}`)
    })
    await run.start()
    expect(output.join('')).toMatch(/^a, npm test: ok 1\n[^]*a, npm test: ok 2\n$/)
    expect(output.join('')).not.toContain(key[1])
  })

  it('come with the progress of sessions in one channel, with `progress: true`', async () => {
    let session = 0
    const driver = createScriptedDriver((_, { emit }) => {
      session++
      for (const part of ['one', 'two']) emit({ type: 'text', text: `${session}: ${part}` })
    })
    const phases = [
      { id: 'a', title: 'First' },
      { id: 'b', title: 'Then', dependsOn: ['a'] },
    ]
    const run = await make({ plan: { phases }, driver, reviewers: [] })
    const nothing = run.subscribe({ progress: true }, () => nothing())
    const pushed: WatchedEvent[] = []
    run.subscribe({ progress: true }, (event) => pushed.push(event))
    const pulled: WatchedEvent[] = []
    const reading = (async () => {
      for await (const event of run.events({ progress: true })) {
        expectTypeOf(event).toEqualTypeOf<WatchedEvent>()
        pulled.push(event)
      }
    })()
    const all = recordEvents(run)
    await run.start()
    await reading
    expect(pulled).toEqual(pushed)
    expect(pulled.filter((event) => 'seq' in event)).toEqual(all)
    const progress = pulled.filter((event) => event.type === 'session_progress')
    expect(progress.map((event) => event.progress)).toMatchObject([
      { text: '1: one' },
      { text: '1: two' },
      { text: '2: one' },
      { text: '2: two' },
    ])
    for (const [index, event] of pulled.entries())
      if ('afterSeq' in event) {
        const before = pulled.slice(0, index).findLast((earlier) => 'seq' in earlier)
        expect(before).toMatchObject({ seq: event.afterSeq })
      }
  })

  it('are complete for a slow reader, which misses the oldest progress', async () => {
    const driver = createScriptedDriver((_, { emit }) => {
      for (let count = 1; count <= 1_500; count++) emit({ type: 'text', text: String(count) })
    })
    const run = await make({ plan: { phases: [{ id: 'a', title: 'A' }] }, driver, reviewers: [] })
    const reader = run.events({ progress: true })[Symbol.asyncIterator]()
    const first = reader.next()
    const all = recordEvents(run)
    await run.start()
    const read = [(await first).value as WatchedEvent]
    for (let next = await reader.next(); !next.done; next = await reader.next()) read.push(next.value)
    expect(read.filter((event) => 'seq' in event)).toEqual(all)
    const texts = read.flatMap((event) => (event.type === 'session_progress' ? [event.progress] : []))
    const [missed] = read.flatMap((event) => (event.type === 'progress_missed' ? [event.count] : []))
    expect(texts.length).toBeGreaterThanOrEqual(900)
    expect(texts.length + missed!).toBe(1_500)
    expect(texts[0]).toMatchObject({ text: String(missed! + 1) })
  })

  // seed: phased-execution 11
  it('are the same for the same run', async () => {
    const one = await make()
    const two = await make()
    const [first, second] = [recordEvents(one), recordEvents(two)]
    await one.start()
    await two.start()
    expect(second).toEqual(first)
  })
})

describe('cleaning up after a run', () => {
  it('is reported if it fails, without changing the status of the run', async () => {
    const errors: unknown[] = []
    const host = memoryHost()
    host.git.removeWorkspaces = () => Promise.reject(new Error('busy'))
    const run = await make({ host, onListenerError: (error: unknown) => errors.push(error) })
    expect(await run.start()).toMatchObject({ status: 'completed' })
    expect(errors).toMatchObject([{ message: 'busy' }])
    expect(await run.start()).toMatchObject({ status: 'completed' })
  })

  it('does not wait for a pending call', async () => {
    let release!: () => void
    const plan = {
      phases: [
        {
          id: 'a',
          title: 'A',
          subtasks: [
            { id: 'a.1', title: 'x', steps: [{ id: 's', action: 'manual' as const, description: 'x' }] },
          ],
        },
      ],
    }
    const run = await make({
      plan,
      onGate: () =>
        new Promise<undefined>((resolve) => {
          release = () => resolve(undefined)
          run.cancel()
        }),
    })
    expect(await run.start()).toMatchObject({ status: 'cancelled' })
    release()
  })
})
