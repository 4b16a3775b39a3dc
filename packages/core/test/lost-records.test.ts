import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../src/index.ts'
import type { JournalRecord } from '../src/plugin.ts'
import {
  memoryHost,
  createScriptedDriver,
  type ManualClock,
  type MemoryHost,
  recordEvents,
} from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { forkPlan, phase } from './sample-plan.ts'

/** A store whose journal lost everything after its first records. */
const forget = async (host: MemoryHost<ManualClock>, runId: string, records: number): Promise<void> => {
  const kept = (await host.store.load(runId)).slice(0, records)
  const fresh = memoryHost({ clock: 'manual' }).store
  const lease = await fresh.acquire(runId)
  await lease.append(kept)
  await lease.release()
  host.store = fresh
}

const finished = async () => {
  const host = memoryHost({ clock: 'manual' })
  const plan = forkPlan()
  const run = await createRun({ plan, host, trust: 'autonomous', artifacts: 'none' })
  const report = await run.start()
  return { host, plan, runId: run.id, report, records: await host.store.load(run.id) }
}

describe('a journal that lost its end', () => {
  it('wherever it ends, no phase is committed twice: git is asked for its commits', async () => {
    const { records } = await finished()
    for (let left = 2; left < records.length; left++) {
      const { host, plan, runId, report: before } = await finished()
      await forget(host, runId, left)
      const again = await openRun({ host, runId, onGate: (gate) => gate.choices.approve?.() })
      const events = recordEvents(again)
      const report = await again.start()
      expect(report.status, `${left} records were left`).toBe('completed')
      checkInvariants({ plan, host, run: again, events, report }, 4)
      // Every phase was integrated: nothing is added, and nothing runs again.
      if (left > 4) expect(report.head, `${left} records were left`).toBe(before.head)
      expect(host.git.refs.get(report.target)).toBe(report.head)
    }
  })

  it('drops a gate about an integrated phase', async () => {
    const host = memoryHost({ clock: 'manual' })
    const plan = { phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
    const driver = createScriptedDriver()
    const run = await createRun({
      plan,
      host,
      driver,
      reviewers: [],
      trust: 'standard',
      onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.approve() : undefined),
    })
    await run.start()
    const records = await host.store.load(run.id)
    const asked = records.findIndex(({ value }) => (value as { type: string }).type === 'gate_answered')
    await forget(host, run.id, asked)
    const again = await openRun({ host, runId: run.id, driver })
    expect(again.gates()).toHaveLength(1)
    const events = recordEvents(again)
    // Its gate is dropped: only the gate about the journal is left.
    const end = { records: asked, at: new Date(host.clock.now()).toISOString() }
    const commit = host.git.refs.get(`refs/amelia/${run.id}/phase/a`)
    expect(await again.start()).toMatchObject({
      status: 'waiting',
      gates: [
        {
          id: `run:journal:${asked}`,
          blocker: 'journal_short',
          question: expect.stringContaining(
            `The journal ends at record ${asked}, written at 2026-`,
          ) as string,
          details: [`phase a is integrated: ${commit}`, expect.any(String)],
        },
      ],
    })
    expect(events.find(({ type }) => type === 'run_resumed')).toMatchObject({
      journal: end,
      found: { phases: [{ phaseId: 'a', commit }] },
    })
    const last = await openRun({ host, runId: run.id, driver })
    await last.answer(`run:journal:${asked}`, 'approve')
    const report = await last.start()
    expect(report).toMatchObject({ status: 'completed', gates: [] })
    expect(driver.requests).toHaveLength(1)
  })
})

const whole = (draft: { id: string; dependsOn?: string[] }) => ({
  title: `Phase ${draft.id}`,
  body: 'Do it.',
  ...draft,
})

const typeOf = ({ value }: JournalRecord): string => (value as { type: string }).type

describe('a journal that ends before the run has composed its end', () => {
  const plan = { title: 'Two', phases: [phase('a'), phase('b', ['a'])] }
  const publishes = ['phase', 'single', 'message-only'] as const
  const endings = publishes.flatMap((publish) =>
    (['run_composed', 'refs_moved'] as const).map((type) => ({ publish, type })),
  )

  it.each(endings)('$publish: cut before the last $type, one report commit stays one', async (ending) => {
    const host = memoryHost({ clock: 'manual' })
    const run = await createRun({ plan, host, trust: 'autonomous', publish: ending.publish })
    const before = await run.start()
    const published = host.git.refs.get(before.target)
    const files = new Map(host.git.checkout.files)
    const records = await host.store.load(run.id)
    await forget(host, run.id, records.map(typeOf).lastIndexOf(ending.type))
    host.clock.advance(60_000)
    const again = await openRun({ host, runId: run.id })
    const report = await again.start()
    expect(report).toMatchObject({ status: 'completed', gates: [], head: before.head })
    expect(report.targetNote).toBe(before.targetNote)
    expect(report.targetPublished).toBe(before.targetPublished)
    expect(host.git.refs.get(before.target)).toBe(published)
    expect(new Map(host.git.checkout.files)).toEqual(files)
    const messages = host.git.log(report.head).map((id) => host.git.commitOf(id)!.message)
    expect(messages.filter((message) => message.startsWith('Report: '))).toHaveLength(1)
  })

  it('finishes a move that a kill interrupted: the report is on the head but not on the target', async () => {
    const host = memoryHost({ clock: 'manual' })
    const run = await createRun({ plan, host, trust: 'autonomous' })
    const before = await run.start()
    const records = await host.store.load(run.id)
    await forget(host, run.id, records.map(typeOf).lastIndexOf('run_composed'))
    host.git.setRef(before.target, host.git.commitOf(before.head)!.parent)
    const report = await (await openRun({ host, runId: run.id })).start()
    expect(report).toMatchObject({ status: 'completed', head: before.head, targetPublished: true })
    expect(host.git.refs.get(report.target)).toBe(before.head)
  })
})

describe('a journal of a run that builds on another run of the same plan', () => {
  it('does not adopt phases that the other run integrated', async () => {
    const host = memoryHost({ clock: 'manual' })
    const plan = { title: 'Two', phases: [{ id: 'a' }, { id: 'b', dependsOn: ['a'] }].map(whole) }
    const driverOf = (run: string) =>
      createScriptedDriver(async ({ workspace, prompt }) => {
        const id = prompt.includes('Phase a') ? 'a' : 'b'
        await workspace.fs.writeFile(`/${id}.txt`, run)
      })
    const rules = { trust: 'autonomous', target: 'work', artifacts: 'none' } as const
    const options = { plan, host, reviewers: [], ...rules }
    await (await createRun({ ...options, driver: driverOf('first') })).start()

    const run = await createRun({ ...options, driver: driverOf('second') })
    run.on('phase_completed', () => run.cancel())
    expect(await run.start()).toMatchObject({ status: 'cancelled' })
    const records = await host.store.load(run.id)
    await forget(host, run.id, records.map(typeOf).indexOf('move_prepared'))

    const driver = driverOf('second')
    const onGate: RunOptions['onGate'] = (gate) => gate.choices.approve?.()
    const report = await (await openRun({ host, runId: run.id, driver, onGate })).start()
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
    const files = host.git.filesOf(report.head)
    expect([files.get('a.txt'), files.get('b.txt')]).toEqual(['second', 'second'])
  })
})

describe('a journal written by other rules', () => {
  it('is not resumed, and the error names the version that started it', async () => {
    const { host, runId, records } = await finished()
    const entries = records.map(({ value }) => value as { type: string; after?: number })
    expect(entries.filter(({ after }) => after !== undefined).length).toBeGreaterThan(20)
    // The rules of that version did not retry here, for example, so their decisions differ.
    const changed: JournalRecord[] = records.map(({ seq, value }) => {
      const { after, ...rest } = value as { after?: number }
      return { seq, value: after === undefined ? rest : { ...rest, after: after + 1 } }
    })
    const fresh = memoryHost({ clock: 'manual' }).store
    const lease = await fresh.acquire(runId)
    await lease.append(changed)
    await lease.release()
    host.store = fresh
    await expect(openRun({ host, runId })).rejects.toMatchObject({
      code: 'RUN_VERSION',
      message: expect.stringMatching(/begun by Amelia (\d+\.\d+\.\d+).*Resume it with \1/),
    })
  })
})

describe('refs that the journal does not explain', () => {
  const plan = { title: 'Two', phases: [{ id: 'a' }, { id: 'b', dependsOn: ['a'] }].map(whole) }

  /** Phase a is integrated, and phase b failed in its second attempt. */
  const stopped = async () => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver(async ({ workspace, prompt }) => {
      const id = prompt.includes('Phase a') ? 'a' : 'b'
      await workspace.fs.writeFile(`/${id}.txt`, `attempt ${driver.requests.length}`)
      if (id === 'b' && driver.requests.length < 4) throw new Error(`no ${driver.requests.length}`)
    })
    const run = await createRun({ plan, host, driver, reviewers: [], trust: 'autonomous', artifacts: 'none' })
    expect((await run.start()).status).toBe('failed')
    const resume = async (onGate?: RunOptions['onGate']) => {
      const again = await openRun({ host, runId: run.id, driver, ...(onGate && { onGate }) })
      const events = recordEvents(again)
      const report = await again.start()
      return { report, events, gates: report.gates }
    }
    const head = `refs/amelia/${run.id}/head`
    return { host, driver, runId: run.id, resume, head, was: host.git.refs.get(head)! }
  }

  it('lists attempts with a higher number, and never reuses their numbers', async () => {
    const { host, runId, resume } = await stopped()
    const records = await host.store.load(runId)
    const first = records.findIndex(
      ({ value }) =>
        (value as { type: string; phaseId?: string }).type === 'attempt_committed' &&
        (value as { phaseId?: string }).phaseId === 'b',
    )
    const ref = `refs/amelia/${runId}/attempt/b/2`
    const kept = host.git.refs.get(ref)!
    await forget(host, runId, first)
    const asked = await resume()
    expect(asked.gates).toMatchObject([{ blocker: 'journal_short' }])
    expect(asked.gates[0]!.details).toContain(`${ref}: ${kept}`)
    expect(asked.events.find(({ type }) => type === 'run_resumed')).toMatchObject({
      found: { phases: [], refs: [{ ref, commit: kept }] },
    })
    const { report } = await resume((gate) => gate.choices.approve?.())
    expect(report.status).toBe('completed')
    expect(host.git.refs.get(ref)).toBe(kept)
  })

  it('lists a target that was reverted', async () => {
    const { host, runId, resume, was } = await stopped()
    host.git.setRef(`refs/amelia/${runId}/reverted`, was)
    const { gates } = await resume()
    expect(gates).toMatchObject([{ blocker: 'journal_short' }])
    expect(gates[0]!.details).toContain(`refs/amelia/${runId}/reverted: ${was}`)
  })

  it.each(['gone', 'rewound', 'foreign'] as const)(
    'a head that is %s opens a gate at once, and is restored',
    async (how) => {
      const { host, driver, runId, resume, head, was } = await stopped()
      const other =
        how === 'rewound' ? host.git.commitOf(was)!.parent! : host.git.addCommit(was, { 'x.txt': 'x' })
      host.git.setRef(head, how === 'gone' ? null : other)
      const sessions = driver.requests.length
      const asked = await resume()
      expect(asked.report.status).toBe('waiting')
      expect(asked.gates).toMatchObject([
        { id: 'run:head:1', blocker: 'head_moved', choices: ['approve', 'abort', 'abort-revert'] },
      ])
      expect(asked.gates[0]!.details).toContain(`by the journal: ${was}`)
      // The same gate stays open, and nothing starts.
      expect((await resume()).gates.map(({ id }) => id)).toEqual(['run:head:1'])
      expect(driver.requests).toHaveLength(sessions)
      const { report } = await resume((gate) => gate.choices.approve?.())
      expect(report.status).toBe('completed')
      expect(host.git.log(report.head)).toContain(was)
      expect(host.git.refs.get(`refs/amelia/${runId}/displaced/${other}`)).toBe(
        how === 'gone' ? undefined : other,
      )
    },
  )

  it('a head restored by hand before the resume opens no gate', async () => {
    const { host, resume, head, was } = await stopped()
    host.git.setRef(head, null)
    await resume()
    host.git.setRef(head, was)
    expect(await resume()).toMatchObject({ report: { status: 'completed' }, gates: [] })
  })
})
