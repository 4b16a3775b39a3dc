import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRun, type RunChange, type RunView, watchRun, whyWaiting } from '../src/index.ts'
import { applyRunChange } from '../src/view.ts'
import { createRunState } from '../src/lib/machine/state/run-state.ts'
import { transition } from '../src/lib/machine/transition.ts'
import { buildReport } from '../src/lib/report/build-report.ts'
import { explainWait } from '../src/lib/report/wait/explain-wait.ts'
import { trackView } from '../src/lib/report/view/track-view.ts'
import type { JournalRecord, RunStoreV1 } from '../src/plugin.ts'
import { createManualClock, createMemoryStore } from '../src/testing.ts'
import { runsOf } from '../../../test/fixtures/runs-of.ts'
import { goldenRuns } from './golden-runs.ts'
import { arbitraryCommands } from './model/arbitrary-commands.ts'
import { arbitraryWorld } from './model/arbitrary-world.ts'
import { finishRun } from './model/finish-run.ts'
import { createMachineUnderTest, type MachineUnderTest } from './model/machine-under-test.ts'

/** Sends a change as HTTP does. */
const sent = (change: RunChange): RunChange => JSON.parse(JSON.stringify(change)) as RunChange

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Waits until pending promises are settled. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const signalOf = (): { given: Promise<void>; give: () => void } => {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}

/** Replays the inputs of a run, and compares the view with the report after every `step` inputs. */
const replay = ({ begin, inputs }: MachineUnderTest, step: number): void => {
  const state = createRunState(begin)
  const tracker = trackView(state)
  let view: RunView | undefined
  for (const [index, input] of inputs.entries()) {
    transition(state, input)
    tracker.note(input)
    if (index % step !== 0) continue
    const before = view
    const change = sent(tracker.change(input.at, undefined))
    view = applyRunChange(view, change)
    const { phases, sessions: _, ...report } = buildReport(state, input.at)
    expect(view.report).toEqual(plain(report))
    expect([...view.phases.values()]).toEqual(plain(phases))
    const waits = state.phases.flatMap(({ id }) => {
      const wait = explainWait(state, input.at, id)
      return wait ? [[id, wait] as const] : []
    })
    expect(view.waits).toEqual(new Map(waits))
    expect(view.through).toBe(state.seq)
    expect(view.plan).toEqual(plain(state.plan))
    if (before && !change.plan)
      for (const [id, phase] of before.phases)
        if (view.phases.get(id) !== phase) expect(view.phases.get(id), id).not.toEqual(phase)
  }
}

describe('the view of a run', () => {
  it('equals its report after any inputs, whichever of them a change contains', () => {
    fc.assert(
      fc.property(
        arbitraryWorld,
        arbitraryCommands,
        fc.integer({ min: 1, max: 4 }),
        (world, commands, step) => {
          const machine = createMachineUnderTest(world)
          fc.modelRun(() => ({ model: machine, real: machine }), commands)
          finishRun(machine)
          replay(machine, step)
        },
      ),
      { numRuns: runsOf(600), seed: 7 },
    )
  })

  it.each(Object.keys(goldenRuns))('equals that of `readRun` after each record of run "%s"', async (name) => {
    const { host, runId } = await goldenRuns[name]!()
    const records = await host.store.load(runId)
    const clock = createManualClock()
    let count = 1
    // Without progress, records are read one by one.
    const { tail: _tail, ...memory } = createMemoryStore()
    const store: RunStoreV1 = {
      ...memory,
      load: async () => records.slice(0, count),
      pending: async () => [],
      // Yields a record when the view of the one before was compared.
      async *follow(_, signal): AsyncGenerator<JournalRecord[]> {
        yield records.slice(0, 1)
        while (count < records.length) {
          clock.advance(100)
          count++
          yield records.slice(count - 1, count)
        }
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    }
    let view: RunView | undefined
    let compared = 0
    const stop = new AbortController()
    for await (const event of watchRun({ host: { store, clock }, runId, views: true, signal: stop.signal })) {
      if (event.type !== 'run_changed') continue
      view = applyRunChange(view, sent(event))
      const { report, plan, seq, ...run } = await readRun({ host: { store, clock }, runId })
      const { phases, sessions: _, ...summary } = report
      expect(view).toEqual({
        ...{ runId, through: seq, at: expect.any(String), plan, report: summary, lock: { locked: false } },
        phases: new Map(phases.map((phase) => [phase.id, phase])),
        activities: expect.any(Map) as Map<string, never>,
        waits: new Map(
          phases.flatMap(({ id }) => {
            const wait = whyWaiting(run, id)
            return wait ? [[id, wait] as const] : []
          }),
        ),
      })
      compared++
      if (count === records.length) stop.abort()
    }
    expect(compared).toBe(records.length - 1)
  })

  it('is complete before the stored events, then changes at most ten times per second', async () => {
    const { host, runId } = await goldenRuns['completed']!()
    const records = await host.store.load(runId)
    const clock = createManualClock()
    const send = signalOf()
    const rest = signalOf()
    const store: RunStoreV1 = {
      ...createMemoryStore(),
      async *follow(): AsyncGenerator<JournalRecord[]> {
        yield records.slice(0, 20)
        await send.given
        for (let next = 20; next < 40; next++) yield records.slice(next, next + 1)
        await rest.given
        yield records.slice(40)
      },
    }
    const seen: { type: string; through?: number; seq?: number }[] = []
    const watching = (async () => {
      for await (const event of watchRun({ host: { store, clock }, runId, views: true })) seen.push(event)
    })()
    const changes = () => seen.filter(({ type }) => type === 'run_changed')
    await flush()
    expect(seen[0]).toMatchObject({ type: 'run_changed', plan: { title: 'Fork and join' } })
    expect(seen.at(-1)).toMatchObject({ seq: seen[0]!.through })
    const stored = seen.length
    send.give()
    await flush()
    expect(seen.length).toBeGreaterThan(stored)
    expect(changes()).toHaveLength(1)
    clock.advance(99)
    await flush()
    expect(changes()).toHaveLength(1)
    clock.advance(1)
    await flush()
    expect(changes()).toHaveLength(2)
    expect(changes()[1]).toMatchObject({ through: seen.findLast(({ seq }) => seq !== undefined)!.seq })
    rest.give()
    await watching
    expect(changes()[2]).toMatchObject({ report: { status: 'completed' } })
    expect(clock.waiting).toBe(0)
  })

  it('contains the lock, which a dead process releases without a record', async () => {
    const { host, runId } = await goldenRuns['completed']!()
    const records = await host.store.load(runId)
    const clock = createManualClock()
    const store = createMemoryStore()
    const lease = await store.acquire(runId)
    await lease.append(records.slice(0, 20))
    const locks: unknown[] = []
    let view: RunView | undefined
    const stop = new AbortController()
    const watching = (async () => {
      for await (const event of watchRun({
        host: { store, clock },
        ...{ runId, views: true, signal: stop.signal },
      }))
        if (event.type === 'run_changed') {
          view = applyRunChange(view, event)
          locks.push(event.lock?.locked)
        }
    })()
    const shown = () => {
      const phases = [...view!.phases.values()]
      return {
        phases: phases.map(({ status }) => status),
        active: phases.some(({ active }) => active),
        parts: phases.flatMap(({ subtasks = [] }) => subtasks.map(({ status }) => status)),
        batches: view!.report.batches.map(({ status }) => status),
      }
    }
    const later = async (): Promise<void> => {
      await flush()
      clock.advance(1_000)
      await flush()
    }
    await later()
    expect(locks).toEqual([true])
    const before = shown()
    expect(before).toMatchObject({ active: true, batches: ['completed', 'running', 'pending', 'pending'] })
    expect(before.phases).toContain('running')
    store.abandon(runId)
    // Its last records may still follow.
    await later()
    expect(locks).toEqual([true])
    await later()
    expect(locks).toEqual([true, false])
    const interrupted = (all: string[]) => all.map((one) => (one === 'running' ? 'interrupted' : one))
    expect(shown()).toEqual({
      active: false,
      phases: interrupted(before.phases),
      parts: interrupted(before.parts),
      batches: interrupted(before.batches),
    })
    const next = await store.acquire(runId)
    await next.append(records.slice(20, 21))
    await later()
    expect(locks).toEqual([true, false, true])
    expect(JSON.stringify(shown())).not.toContain('interrupted')
    stop.abort()
    await watching
    expect(clock.waiting).toBe(0)
  })
})
