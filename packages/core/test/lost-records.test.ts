import { describe, expect, it } from 'vitest'
import { createRun, openRun, type JournalRecord } from '../src/index.ts'
import { createMemoryHost, createScriptedDriver, type MemoryHost, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { forkPlan } from './sample-plan.ts'

/** A store whose journal lost everything behind its first records. */
const forget = async (host: MemoryHost, runId: string, records: number): Promise<void> => {
  const kept = (await host.store.load(runId)).slice(0, records)
  const fresh = createMemoryHost().store
  const lease = await fresh.acquire(runId)
  await lease.append(kept)
  await lease.release()
  host.store = fresh
}

const finished = async () => {
  const host = createMemoryHost()
  const plan = forkPlan()
  const run = await createRun({ plan, host, trust: 'autonomous', artefacts: 'none' })
  const report = await run.start()
  return { host, plan, runId: run.id, report, records: await host.store.load(run.id) }
}

describe('a journal whose end was lost', () => {
  it('wherever it ends, no phase is committed twice: git is asked what is there', async () => {
    const { records } = await finished()
    for (let left = 2; left < records.length; left++) {
      const { host, plan, runId, report: before } = await finished()
      await forget(host, runId, left)
      const again = await openRun({ host, runId })
      const events = recordEvents(again)
      const report = await again.start()
      expect(report.status, `${left} records were left`).toBe('completed')
      checkInvariants({ plan, host, run: again, events, report }, 4)
      // Every phase was there: nothing is added, and nothing runs again.
      if (left > 4) expect(report.head, `${left} records were left`).toBe(before.head)
      expect(host.git.refs.get(report.target)).toBe(report.head)
    }
  })

  it('drops a question about a phase that is there', async () => {
    const host = createMemoryHost()
    const plan = { phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
    const driver = createScriptedDriver()
    const run = await createRun({
      plan,
      host,
      driver,
      trust: 'standard',
      onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.approve() : undefined),
    })
    await run.start()
    const records = await host.store.load(run.id)
    const asked = records.findIndex(({ value }) => (value as { type: string }).type === 'gate_answered')
    await forget(host, run.id, asked)
    const again = await openRun({ host, runId: run.id, driver })
    expect(again.gates()).toHaveLength(1)
    const report = await again.start()
    expect(report).toMatchObject({ status: 'completed', gates: [] })
    expect(driver.requests).toHaveLength(1)
  })
})

describe('a journal that was written by other rules', () => {
  it('is not gone on with, and the version that began it is named', async () => {
    const { host, runId, records } = await finished()
    const entries = records.map(({ value }) => value as { type: string; after?: number })
    expect(entries.filter(({ after }) => after !== undefined).length).toBeGreaterThan(20)
    // The rules of that version tried once where these try again, for instance: what they decided was something else.
    const changed: JournalRecord[] = records.map(({ seq, value }) => {
      const { after, ...rest } = value as { after?: number }
      return { seq, value: after === undefined ? rest : { ...rest, after: after + 1 } }
    })
    const fresh = createMemoryHost().store
    const lease = await fresh.acquire(runId)
    await lease.append(changed)
    await lease.release()
    host.store = fresh
    await expect(openRun({ host, runId })).rejects.toMatchObject({
      code: 'RUN_VERSION',
      message: expect.stringMatching(/begun by Amelia 0\.0\.0.*Resume it with 0\.0\.0/),
    })
  })
})
