import { describe, expect, it } from 'vitest'
import { phase } from '../../../../test/sample-plan.ts'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import { memoryHost, type MemoryHost } from '../../testing/memory/memory-host.ts'
import { recordEvents } from '../../testing/record-events.ts'
import { answerRun, createRun, openRun } from '../doors.ts'
import type { Run } from './run.ts'

const byHand = (id: string): PhaseDraft =>
  phase(id, [], {
    subtasks: [{ id: `${id}.1`, title: 'By hand', steps: [{ id: `${id}.1.1`, action: 'manual' }] }],
  })

/** A run that waits for several answers, resumed. */
const openWaiting = async (...ids: string[]): Promise<{ run: Run; gates: string[]; host: MemoryHost }> => {
  const host = memoryHost()
  const first = await createRun({ host, plan: { phases: ids.map(byHand) }, trust: 'autonomous' })
  expect((await first.start()).status).toBe('waiting')
  const run = await openRun({ host, runId: first.id })
  return { run, gates: run.gates().map(({ id }) => id), host }
}
const create = (host = memoryHost()): Promise<Run> =>
  createRun({ host, plan: { phases: [phase('a'), phase('b')] }, trust: 'autonomous', concurrency: 1 })

describe('an answer before the start', () => {
  it.each([1, 2, 7])('applies %i together', async (count) => {
    const { run, gates } = await openWaiting(...Array.from({ length: count }, (_, index) => `p${index}`))
    expect(gates).toHaveLength(count)
    for (const gate of gates) await run.answer(gate, 'skip', { feedback: 'Not now.' })
    expect(await run.start()).toMatchObject({ status: 'partial', gates: [] })
  })

  it('continues with the accepted answer', async () => {
    const { run, gates } = await openWaiting('a', 'b')
    const events = recordEvents(run)
    for (const gate of gates) await run.answer(gate, 'done-by-hand')
    expect((await run.start()).status).toBe('completed')
    expect(events.filter(({ type }) => type === 'gate_resolved')).toHaveLength(2)
  })

  it('faults 68, 69 and 70: the first one wins; an invalid one is refused and changes nothing', async () => {
    const { run, gates } = await openWaiting('a')
    await expect(run.answer('blocker:x:1', 'skip')).rejects.toMatchObject({
      code: 'GATE_UNKNOWN',
      details: { open: gates },
    })
    await expect(run.answer(gates[0]!, 'approve')).rejects.toMatchObject({ code: 'GATE_CHOICE' })
    await run.answer(gates[0]!, 'done-by-hand')
    await expect(run.answer(gates[0]!, 'skip')).rejects.toMatchObject({ code: 'GATE_EXPIRED' })
    expect((await run.start()).status).toBe('completed')
  })

  it('that arrives while the lease is acquired is not lost', async () => {
    const { run, gates } = await openWaiting('a')
    const report = run.start()
    await run.answer(gates[0]!, 'done-by-hand')
    expect((await report).status).toBe('completed')
  })

  it('does not make the start fail if another answer aborts the run', async () => {
    const { run, gates } = await openWaiting('a', 'b')
    await run.answer(gates[0]!, 'abort')
    await run.answer(gates[1]!, 'done-by-hand')
    expect((await run.start()).status).toBe('aborted')
  })

  it('makes the start reject if the journal breaks', async () => {
    const { gates, host, run: opened } = await openWaiting('a')
    const store: MemoryHost['store'] = {
      ...host.store,
      async acquire(runId) {
        const lease = await host.store.acquire(runId)
        return { ...lease, append: () => Promise.reject(new Error('ENOSPC')) }
      },
    }
    const run = await openRun({ host: { ...host, store }, runId: opened.id })
    await run.answer(gates[0]!, 'done-by-hand')
    await expect(run.start()).rejects.toThrow('ENOSPC')
  })
})

describe('a run', () => {
  it('starts once', async () => {
    const run = await create()
    const first = run.start()
    expect(run.start()).toBe(first)
    expect((await first).status).toBe('completed')
    expect(run.start()).toBe(first)
  })

  it('stops at its start if told before, by the stronger request', async () => {
    for (const stop of [
      (run: Run): void => run.cancel(),
      (run: Run): void => {
        run.cancel()
        run.drain()
      },
    ]) {
      const run = await create()
      const events = recordEvents(run)
      stop(run)
      const report = await run.start()
      expect(report.status).toBe('cancelled')
      expect(events.map(({ type }) => type)).toEqual(['run_started', 'run_ended'])
      expect(report.phases.map(({ commit }) => commit)).toEqual([undefined, undefined])
    }
  })

  it('refuses requests after its end', async () => {
    const run = await create()
    const report = await run.start()
    run.cancel()
    run.drain()
    expect(run.report()).toEqual(report)
    await expect(run.answer('plan', 'approve')).rejects.toMatchObject({
      code: 'RUN_ENDED',
      message: `Run ${run.id} has ended and accepts no more calls. To do more, start a new run or fork this one.`,
    })
  })

  it('can be opened again after its process has ended, if it waits', async () => {
    const plan = { phases: [byHand('a')] }
    const run = await createRun({ host: memoryHost(), plan, trust: 'autonomous' })
    expect(await run.start()).toMatchObject({ status: 'waiting' })
    await expect(run.steer('a', 'Use tabs.')).rejects.toThrow(
      `This process's part of run ${run.id} has ended. Open the run again to continue.`,
    )
  })

  it('does not start while another process owns it', async () => {
    const { run, host } = await openWaiting('a')
    const lease = await host.store.acquire(run.id)
    await expect(run.start()).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    await lease.release()
  })

  it('needs no lease if it is completed', async () => {
    const host = memoryHost()
    const first = await create(host)
    const report = await first.start()
    await host.store.acquire(first.id)
    const run = await openRun({ host, runId: first.id })
    const events = recordEvents(run)
    expect(await run.start()).toEqual(report)
    expect(events.at(-1)?.type).toBe('run_ended')
    const read: number[] = []
    for await (const { seq } of run.events({ after: events.length - 1 })) read.push(seq)
    expect(read).toEqual([events.length])
  })
})

describe('a run that stays while it waits', () => {
  /** A started run whose questions are all open. */
  const startWaiting = async (signal?: AbortSignal) => {
    const host = memoryHost()
    const run = await createRun({
      ...{ host, plan: { phases: [byHand('a'), byHand('b')] }, trust: 'autonomous' },
      ...{ whenWaiting: 'stay', ...(signal && { signal }) },
    })
    const opened = new Promise<void>((both) => {
      run.on('gate_opened', () => run.gates().length === 2 && both())
    })
    const ended = run.start()
    await opened
    return { run, ended, host }
  }

  it('continues with answers of this and of other processes, and has no other end', async () => {
    const { run, ended, host } = await startWaiting()
    const [first, second] = run.gates()
    await run.answer(first!.id, 'done-by-hand')
    const command = { type: 'answer', gateId: second!.id, choice: 'done-by-hand' } as const
    expect(await answerRun({ host, runId: run.id, command, waitMs: 5_000 })).toMatchObject({ locked: true })
    expect((await ended).status).toBe('completed')
    const events = (await host.store.load(run.id)).map(({ value }) => (value as { type: string }).type)
    expect(events).not.toContain('parked')
  })

  it.each(['drain', 'cancel', 'signal'] as const)('ends by %s, and keeps its questions', async (how) => {
    const stop = new AbortController()
    const { run, ended } = await startWaiting(stop.signal)
    if (how === 'signal') stop.abort()
    else run[how]()
    const { status, gates } = await ended
    expect(status).toBe(how === 'cancel' ? 'cancelled' : 'waiting')
    expect(gates).toHaveLength(2)
  })

  it('counts as attended', async () => {
    const { run, ended, host } = await startWaiting()
    run.drain()
    await ended
    const started = (await host.store.load(run.id)).map(({ value }) => value as object)
    expect(started).toContainEqual(expect.objectContaining({ type: 'run_started', attended: true }))
  })
})
