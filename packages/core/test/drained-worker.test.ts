import { expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { workerPool } from './worker-pool.ts'

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** A driver whose sessions end only when they are interrupted. */
const endless = () =>
  createScriptedDriver(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    { resume: 'anywhere' },
  )

// The worker's replica has not read the journal yet, has not opened the workspace, or runs the session.
it.each([0, 1, 2, 3, 4, 6, 8, 12, 16, 60])(
  'ends the work of a worker that is stopped %i turns after its begin',
  async (count) => {
    const host = memoryHost()
    const pool = workerPool(host, endless(), true)
    const stop = new AbortController()
    const run = await createRun({
      ...{
        plan: { title: 'Work', phases: [{ id: 'a', title: 'a', body: 'Do a.' }] },
        host,
        dispatcher: pool.dispatcher,
        driver: endless(),
      },
      ...{ planApproved: true, trust: 'autonomous', artifacts: 'none', reviewers: [], signal: stop.signal },
    })
    const report = run.start()
    await turns(60)
    pool.begin()
    await turns(count)
    pool.begun[0]!.drain()
    await turns(120)
    const ended = await Promise.race([pool.begun[0]!.ended, Promise.resolve('it still runs')])
    stop.abort()
    await turns(60)
    await report
    expect(ended).toEqual({ outcome: 'finished' })
  },
)
