import { createRun, type RunStoreV1 } from '@amelia/core'
import type { JournalRecord } from '@amelia/core/plugin'
import { createManualClock, memoryHost, createScriptedDriver } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { cleanCommand } from '../clean/clean-command.ts'
import { findRun } from '../../stored/find-run.ts'
import { runsCommand } from './runs-command.ts'
import { statusCommand } from './status-command.ts'
import { createTerminal } from '../../terminal/terminal.ts'

const repo = '.'

const createOutput = () => {
  let text = ''
  const stream = { on: () => {}, write: (more: string) => void (text += more) }
  return { stream, read: () => text }
}

const createView = () => {
  const [stdout, stderr] = [createOutput(), createOutput()]
  const streams = { stdin: {}, stdout: stdout.stream, stderr: stderr.stream, env: { NO_COLOR: '1' } }
  return { terminal: createTerminal(streams as never), out: stdout.read, error: stderr.read }
}

/**
 * Creates four runs, newest first: one with slow records, one whose journal never loads, one that cannot be
 * read, and a good one.
 */
const createHost = async () => {
  const clock = createManualClock()
  const host = memoryHost({ clock })
  const finish = async (): Promise<string> => {
    const plan = { phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
    const rules = { trust: 'autonomous', artifacts: 'none', planApproved: true } as const
    const run = await createRun({ plan, host, driver: createScriptedDriver(), ...rules })
    expect((await run.start()).status).toBe('completed')
    clock.advance(1_000)
    return run.id
  }
  const good = await finish()
  const broken = await finish()
  const silent = await finish()
  const slow = await finish()
  const load = async (runId: string): Promise<JournalRecord[]> => {
    if (runId === broken) throw new TypeError('the journal is a folder')
    if (runId === silent) {
      queueMicrotask(() => clock.advance(2_000))
      return new Promise(() => {})
    }
    const records = await host.store.load(runId)
    return runId === slow ? records.map(toSlow) : records
  }
  /** Makes each record take at least a second. */
  const toSlow = ({ value, ...record }: JournalRecord): JournalRecord => ({
    ...record,
    value: {
      ...(value as object),
      get after() {
        clock.advance(1_000)
        return undefined
      },
    },
  })
  const store: RunStoreV1 = { ...host.store, load }
  return { host: { ...host, store }, good, broken, silent, slow }
}

describe('unreadable runs', () => {
  it('are listed with the reason, and hide no other run', async () => {
    const { host, good, broken, silent, slow } = await createHost()
    const { terminal, out } = createView()
    expect(await runsCommand(terminal, { repo, json: true }, host)).toBe(0)
    expect(JSON.parse(out())).toMatchObject([
      { runId: slow, status: 'unreadable', problem: expect.stringContaining('could not be read within 2 s') },
      {
        runId: silent,
        status: 'unreadable',
        problem: expect.stringContaining('could not be read within 2 s'),
      },
      { runId: broken, status: 'unreadable', problem: expect.stringContaining('the journal is a folder') },
      { runId: good, status: 'completed' },
    ])
    expect(host.clock.waiting).toBe(0)
  })

  it('are reported and skipped by status', async () => {
    const { host, good, broken, silent, slow } = await createHost()
    const { terminal, out, error } = createView()
    expect(await statusCommand(terminal, undefined, { repo, json: true }, host)).toBe(0)
    expect(JSON.parse(out())).toMatchObject({ runId: good, status: 'completed' })
    expect(error().split('\n')).toEqual([
      `warning: Run ${slow} could not be read within 2 s. To read it without a limit: amelia status ${slow}`,
      `warning: Run ${silent} could not be read within 2 s. To read it without a limit: amelia status ${silent}`,
      `warning: Run ${broken} cannot be read: the journal is a folder`,
      '',
    ])
  })

  it('are listed and kept by clean', async () => {
    const { host, good, broken, silent } = await createHost()
    const { terminal, out } = createView()
    expect(await cleanCommand(terminal, undefined, { repo, keep: 0, yes: true }, host)).toBe(0)
    expect(out()).toContain(`Keeps run ${broken}: Run ${broken} cannot be read: the journal is a folder.`)
    const runs = (await host.store.list()).map(({ runId }) => runId)
    expect(runs).not.toContain(good)
    expect(runs).toEqual(expect.arrayContaining([broken, silent]))
  })

  it('are read without a limit when named by id', async () => {
    const { host, slow } = await createHost()
    const { terminal, out } = createView()
    expect(await statusCommand(terminal, slow, { repo, json: true }, host)).toBe(0)
    expect(JSON.parse(out())).toMatchObject({ runId: slow, status: 'completed' })
  })

  it('are skipped by resume', async () => {
    const { host, good } = await createHost()
    expect(await findRun(createView().terminal, { ...host, unfinished: true })).toMatchObject({
      runId: good,
      canGoOn: false,
    })
  })
})
