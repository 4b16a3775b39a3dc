import { describe, expect, it } from 'vitest'
import { createRun, openRun, type Run } from '../src/index.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { statuses, told } from './run-plan.ts'

const plan = {
  phases: ['a', 'b', 'c', 'd'].map((id, index, ids) => ({
    id,
    title: id,
    body: `Do ${id}.`,
    dependsOn: index > 1 ? [ids[index - 2]!] : [],
  })),
}

/** A driver whose sessions last until they are released or stopped. */
const waitingDriver = () => {
  const held: (() => void)[] = []
  const driver = createScriptedDriver(
    (_, { signal }) =>
      new Promise((resolve, reject) => {
        held.push(() => resolve({}))
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      }),
  )
  return { driver, held }
}

/** Runs `then` once two sessions are running. */
const whenBusy = (run: Run, held: unknown[], then: () => void): void => {
  const wait = (): void => {
    if (held.length >= 2) then()
    else setImmediate(wait)
  }
  run.on('run_started', wait)
}

describe('stopping a run', () => {
  it('by `drain` starts nothing new and lets running phases finish; the run can be resumed (fault 60)', async () => {
    const host = memoryHost()
    const { driver, held } = waitingDriver()
    const run = await createRun({ plan, host, driver, trust: 'autonomous' })
    const events = recordEvents(run)
    whenBusy(run, held, () => {
      run.drain()
      for (const release of held) release()
    })
    const report = await run.start()
    checkInvariants({ plan, host, run, events, report }, 4)
    expect(report.status).toBe('cancelled')
    expect(statuses(report)).toEqual({ a: 'completed', b: 'completed', c: 'cancelled', d: 'cancelled' })
    expect(events.find(({ type }) => type === 'run_draining')).toMatchObject({ reason: 'requested' })

    const again = await openRun({ host, runId: run.id, driver: createScriptedDriver() })
    const all = recordEvents(again)
    const end = await again.start()
    checkInvariants({ plan, host, run: again, events: all, report: end }, 4)
    expect(end.status).toBe('completed')
    expect(told(all, 'phase_completed')).toHaveLength(4)
  })

  it('by `cancel` interrupts running phases; they continue on resume without losing an attempt', async () => {
    const host = memoryHost()
    const { driver, held } = waitingDriver()
    const run = await createRun({ plan, host, driver, trust: 'autonomous' })
    const events = recordEvents(run)
    whenBusy(run, held, () => run.cancel())
    const report = await run.start()
    checkInvariants({ plan, host, run, events, report }, 4)
    expect(report.status).toBe('cancelled')
    expect(statuses(report)).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled', d: 'cancelled' })
    expect(told(events).at(-1)).toBe('run_ended')

    let failures = 0
    const flaky = createScriptedDriver(({ prompt }) => {
      if (prompt.includes('Do a.') && ++failures === 1) throw new Error('once')
    })
    const again = await openRun({ host, runId: run.id, driver: flaky })
    const end = await again.start()
    expect(end.status).toBe('completed')
    expect(end.phases.find(({ id }) => id === 'a')?.attempt).toBe(2)
  })

  it('before the start ends it without a phase', async () => {
    const host = memoryHost()
    const run = await createRun({ plan, host, driver: createScriptedDriver(), trust: 'autonomous' })
    run.cancel()
    const report = await run.start()
    expect(report.status).toBe('cancelled')
    expect(statuses(report)).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled', d: 'cancelled' })
  })

  it('twice has the effect of once', async () => {
    const host = memoryHost()
    const { driver, held } = waitingDriver()
    const run = await createRun({ plan, host, driver, trust: 'autonomous' })
    const events = recordEvents(run)
    whenBusy(run, held, () => {
      run.drain()
      run.cancel()
      run.cancel()
    })
    expect((await run.start()).status).toBe('cancelled')
    expect(told(events, 'run_ended')).toEqual(['run_ended'])
    run.cancel()
    run.drain()
    expect(await run.start()).toMatchObject({ status: 'cancelled' })
  })
})

describe('when the journal cannot be written (fault 58)', () => {
  it('nothing new starts, and `start` rejects with the cause', async () => {
    const host = memoryHost()
    const { store } = host
    let writes = 0
    host.store = {
      ...store,
      acquire: async (runId) => {
        const lease = await store.acquire(runId)
        return {
          ...lease,
          append: (records) =>
            ++writes > 6 ? Promise.reject(new Error('no space left')) : lease.append(records),
        }
      },
    }
    const run = await createRun({ plan, host, driver: createScriptedDriver(), trust: 'autonomous' })
    await expect(run.start()).rejects.toThrow('no space left')
    expect(host.git.openWorkspaces).toBeLessThanOrEqual(2)
    const end = await (
      await openRun({ host: { ...host, store }, runId: run.id, driver: createScriptedDriver() })
    ).start()
    expect(end.status).toBe('completed')
  })
})
