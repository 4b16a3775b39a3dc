import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgressEvent } from '../../event/progress-event.ts'
import type { RunEvent } from '../../event/run-event.ts'
import { createEventHub, type EventHub } from './event-hub.ts'

const event = (seq: number, type: 'run_resumed' | 'phase_cancelled' = 'run_resumed'): RunEvent => {
  const base = { seq, at: '2026-01-01T00:00:00.000Z', runId: 'r1' }
  return type === 'run_resumed' ? { type, ...base, phases: [] } : { type, ...base, phaseId: 'a' }
}
const publish = (hub: EventHub, from: number, to: number): void => {
  for (let seq = from; seq <= to; seq++) hub.publish(event(seq))
}
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
const silent = (): EventHub => createEventHub(() => {})
const readAll = async (events: AsyncIterable<RunEvent>): Promise<number[]> => {
  const seen: number[] = []
  for await (const { seq } of events) seen.push(seq)
  return seen
}
/** Waits until all pending promises are settled. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('on', () => {
  it('receives new events of its type', () => {
    const hub = silent()
    const received: number[] = []
    hub.publish(event(1, 'phase_cancelled'))
    hub.on('phase_cancelled', ({ seq }: RunEvent) => received.push(seq))
    hub.publish(event(2))
    hub.publish(event(3, 'phase_cancelled'))
    expect(received).toEqual([3])
  })

  it('receives progress, which is not logged', async () => {
    const hub = silent()
    const received: ProgressEvent[] = []
    const progress: ProgressEvent = {
      type: 'session_progress',
      afterSeq: 0,
      at: '',
      runId: 'r1',
      phaseId: 'a',
      progress: { type: 'text', text: 'hello' },
    }
    hub.on('session_progress', (said: ProgressEvent) => received.push(said))
    hub.progress(progress)
    hub.close()
    expect(received).toEqual([progress])
    expect(await readAll(hub.read(0))).toEqual([])
  })

  it('knows which progress anyone receives', () => {
    const hub = silent()
    const stopOne = hub.on('session_usage', () => {})
    expect(hub.isReceived('session_usage')).toBe(true)
    expect(hub.isReceived('session_progress')).toBe(false)
    stopOne()
    expect(hub.isReceived('session_usage')).toBe(false)
    const stopAll = hub.onProgress(() => {})
    expect(hub.isReceived('session_usage')).toBe(true)
    stopAll()
    expect(hub.isReceived('session_usage')).toBe(false)
  })

  it('removes only this listener, at once, and ignores further calls', () => {
    const hub = silent()
    const received: string[] = []
    const listener = (name: string) => (): void => void received.push(name)
    const stopB: { now?: () => void } = {}
    hub.on('run_resumed', () => stopB.now?.())
    hub.on('run_resumed', listener('a'))
    stopB.now = hub.on('run_resumed', listener('b'))
    const shared = listener('c')
    const stopFirst = hub.on('run_resumed', shared)
    hub.on('run_resumed', shared)
    stopFirst()
    stopFirst()
    publish(hub, 1, 1)
    expect(received).toEqual(['a', 'c'])
  })
})

describe('fault 67: a listener that throws', () => {
  it('affects no other listener, is reported, and receives the next event', () => {
    const errors: unknown[] = []
    const hub = createEventHub((error) => errors.push(error))
    const received: number[] = []
    hub.on('run_resumed', ({ seq }: RunEvent) => {
      throw new Error(`on ${seq}`)
    })
    hub.subscribe(0, ({ seq }) => {
      throw new Error(`subscribe ${seq}`)
    })
    hub.subscribe(0, ({ seq }) => received.push(seq))
    publish(hub, 1, 2)
    expect(received).toEqual([1, 2])
    expect(errors.map(String)).toEqual([
      'Error: on 1',
      'Error: subscribe 1',
      'Error: on 2',
      'Error: subscribe 2',
    ])
  })

  it('may be asynchronous', async () => {
    const errors: unknown[] = []
    const hub = createEventHub((error) => errors.push(error))
    const late = async (): Promise<void> => {
      await Promise.resolve()
      throw new Error('late')
    }
    hub.on('run_resumed', () => late() as unknown as void)
    hub.subscribe(0, () => late() as unknown as void)
    publish(hub, 1, 1)
    await flush()
    expect(errors.map(String)).toEqual(['Error: late', 'Error: late'])
  })

  it('may be the error handler itself', async () => {
    const hub = createEventHub((error) => {
      throw error
    })
    const received: number[] = []
    hub.subscribe(0, () => {
      throw new Error('x')
    })
    hub.subscribe(0, () => Promise.reject(new Error('y')) as unknown as void)
    hub.subscribe(0, ({ seq }) => received.push(seq))
    publish(hub, 1, 1)
    await flush()
    expect(received).toEqual([1])
  })
})

describe('subscribe', () => {
  it('delivers past events, then new ones, without gaps or duplicates', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 8 }),
        fc.nat({ max: 8 }),
        fc.integer({ min: -2, max: 12 }),
        (before, behind, after) => {
          const hub = silent()
          const received: number[] = []
          publish(hub, 1, before)
          hub.subscribe(after, ({ seq }) => received.push(seq))
          publish(hub, before + 1, before + behind)
          expect(received).toEqual(range(Math.max(0, after) + 1, before + behind))
        },
      ),
    )
  })

  it('delivers the events of earlier processes', () => {
    const hub = silent()
    const received: number[] = []
    hub.recall(event(1))
    hub.recall(event(2))
    hub.subscribe(1, ({ seq }) => received.push(seq))
    publish(hub, 3, 3)
    expect(received).toEqual([2, 3])
  })

  it('keeps the order for a listener that causes events', () => {
    const hub = silent()
    const received: number[] = []
    hub.subscribe(0, ({ seq }) => {
      received.push(seq)
      if (seq === 1) publish(hub, 2, 3)
    })
    const other: number[] = []
    hub.subscribe(0, ({ seq }) => other.push(seq))
    publish(hub, 1, 1)
    expect(received).toEqual([1, 2, 3])
    expect(other).toEqual([1, 2, 3])
  })

  it('stops when told to, and ignores a second call', () => {
    const hub = silent()
    const received: number[] = []
    const stop = hub.subscribe(0, ({ seq }) => received.push(seq))
    publish(hub, 1, 1)
    stop()
    stop()
    publish(hub, 2, 2)
    expect(received).toEqual([1])
  })
})

describe('read', () => {
  it('delivers everything to several readers, each from its start', async () => {
    const hub = silent()
    publish(hub, 1, 2)
    const readers = [0, 0, 1, 4].map((after) => readAll(hub.read(after)))
    await flush()
    publish(hub, 3, 4)
    await flush()
    publish(hub, 5, 5)
    hub.close()
    expect(await Promise.all(readers)).toEqual([range(1, 5), range(1, 5), range(2, 5), [5]])
  })

  it('is not delayed by a reader that never reads', async () => {
    const hub = silent()
    const slow = hub.read(0)[Symbol.asyncIterator]()
    publish(hub, 1, 1_000)
    hub.close()
    expect(await readAll(hub.read(0))).toHaveLength(1_000)
    expect(await slow.next()).toMatchObject({ done: false, value: { seq: 1 } })
  })

  it('ends with the run, also for later readers', async () => {
    const hub = silent()
    const waiting = readAll(hub.read(0))
    await flush()
    hub.close()
    expect(await waiting).toEqual([])
    expect(await readAll(hub.read(0))).toEqual([])
    expect(await readAll(hub.read(99))).toEqual([])
  })

  it('can be stopped early', async () => {
    const hub = silent()
    publish(hub, 1, 3)
    for await (const { seq } of hub.read(0)) if (seq === 2) break
    hub.close()
    expect(await readAll(hub.read(0))).toEqual([1, 2, 3])
  })
})
