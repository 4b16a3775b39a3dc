import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../../src/index.ts'
import { memoryHost, createScriptedDriver, recordEvents, type SessionScript } from '../../src/testing.ts'
import { Crash, crashAfter } from '../crash-after.ts'
import { statuses, told } from '../run-plan.ts'

const phase = (id: string, more: object = {}) => ({ id, title: id, body: `Do ${id}.`, ...more })
const rules = { trust: 'autonomous', planApproved: true, artifacts: 'none' } as const

/** Writes half of its file, emits progress, and runs until it is stopped. */
const writesHalf =
  (begun: () => void): SessionScript =>
  async ({ workspace, unit }, { signal }) => {
    const name = unit?.kind === 'subtask' ? unit.subtaskId : 'work'
    await workspace.fs.writeFile(`/${name}.txt`, 'half\n')
    begun()
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  }

/** A run in which every session has written half of its file. */
const underWay = async (options: Omit<RunOptions, 'host'>, sessions = 1) => {
  const host = memoryHost()
  let begun = 0
  const driver = createScriptedDriver(writesHalf(() => void begun++))
  const run = await createRun({ ...rules, ...options, host, driver })
  const end = run.start()
  while (begun < sessions) await new Promise(setImmediate)
  return { host, run, end }
}

const finishes: SessionScript = async ({ workspace }) => {
  await workspace.fs.writeFile('/whole.txt', 'whole\n')
}

describe('work that is uncommitted when it is stopped', () => {
  it('is kept under the attempt’s ref when its phase is stopped', async () => {
    const { host, run, end } = await underWay({ plan: { phases: [phase('a')] } })
    run.cancel({ phaseId: 'a' })
    const report = await end
    const kept = host.git.refs.get(`refs/amelia/${run.id}/attempt/a/1`)!
    expect(host.git.filesOf(kept).get('work.txt')).toBe('half\n')
    expect(report.gates[0]).toMatchObject({
      blocker: 'user_cancelled',
      details: ['changed so far: work.txt'],
      suggestions: [`git show ${kept.slice(0, 12)}`],
    })
    const again = await openRun({ host, runId: run.id, driver: createScriptedDriver(finishes) })
    await again.answer('blocker:a:1', 'retry')
    const { target, status } = await again.start()
    expect(status).toBe('completed')
    // The next attempt starts from scratch, and the previous one stays for inspection.
    expect([...host.git.filesOf(target).keys()]).not.toContain('work.txt')
    expect(host.git.refs.get(`refs/amelia/${run.id}/attempt/a/1`)).toBe(kept)
  })

  it('is kept when the run is cancelled, and the next process continues with it', async () => {
    const { host, run, end } = await underWay({ plan: { phases: [phase('a')] } })
    run.cancel()
    expect((await end).status).toBe('cancelled')
    const kept = host.git.refs.get(`refs/amelia/${run.id}/attempt/a/1`)!
    expect(host.git.filesOf(kept).get('work.txt')).toBe('half\n')
    const again = await openRun({ host, runId: run.id, driver: createScriptedDriver(finishes) })
    expect(await again.start()).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
  })

  it('is kept for each concurrent subtask', async () => {
    const subtasks = ['one', 'two'].map((id) => ({ id, title: id, files: [`${id}.txt`] }))
    const plan = { phases: [phase('a', { subtasks })] }
    const { host, run, end } = await underWay({ plan, units: 'subtask', parallelSubtasks: true }, 2)
    run.cancel({ phaseId: 'a' })
    await end
    for (const id of ['one', 'two']) {
      const kept = host.git.refs.get(`refs/amelia/${run.id}/part/a/1/${id}`)!
      expect(host.git.filesOf(kept).get(`${id}.txt`)).toBe('half\n')
    }
  })

  it('is not committed if it contains a secret, and the stop still takes effect', async () => {
    const host = memoryHost()
    let begun = false
    const driver = createScriptedDriver(async ({ workspace }, { signal }) => {
      await workspace.fs.writeFile('/key.txt', `token: ghp_${'a1B2'.repeat(9)}\n`)
      begun = true
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      })
    })
    const run = await createRun({ ...rules, plan: { phases: [phase('a')] }, host, driver })
    const end = run.start()
    while (!begun) await new Promise(setImmediate)
    run.cancel()
    expect((await end).status).toBe('cancelled')
    expect(host.git.refs.has(`refs/amelia/${run.id}/attempt/a/1`)).toBe(false)
  })

  it('is continued when a person accepts a stopped step', async () => {
    const step = (id: string, command: string) => ({
      id,
      description: id,
      action: 'command' as const,
      command,
    })
    const subtasks = [{ id: 'a1', title: 'One', steps: [step('s1', 'write'), step('s2', 'wait')] }]
    const ran: string[] = []
    const host = memoryHost({
      commands: async ({ argv, workspace, signal }) => {
        ran.push(argv[0]!)
        if (argv[0] === 'write') {
          await workspace.fs.writeFile('/first.txt', 'done\n')
          return { exitCode: 0, output: '' }
        }
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        })
      },
    })
    const run = await createRun({ ...rules, plan: { phases: [phase('a', { subtasks })] }, host })
    run.on('step_started', ({ stepId }) => {
      if (stepId === 's2') setImmediate(() => run.cancel({ phaseId: 'a', stepId }))
    })
    await run.start()
    const again = await openRun({ host, runId: run.id })
    await again.answer('blocker:a:1:s2', 'done-by-hand')
    const { target, status } = await again.start()
    expect(status).toBe('completed')
    expect(host.git.filesOf(target).get('first.txt')).toBe('done\n')
    expect(ran).toEqual(['write', 'wait'])
  })
})

describe('a process that dies', () => {
  const subtasks = ['one', 'two', 'three'].map((id) => ({ id, title: id }))
  const plan = { phases: [phase('a', { subtasks })] }

  it('loses no committed unit, and no answer', async () => {
    for (let records = 2; ; records++) {
      const sessions: string[] = []
      const driver = createScriptedDriver(async ({ workspace, unit }) => {
        const id = unit?.kind === 'subtask' ? unit.subtaskId : 'whole'
        sessions.push(id)
        await workspace.fs.writeFile(`/${id}.txt`, `${id}\n`)
      })
      const asked: string[] = []
      const onGate: RunOptions['onGate'] = (gate) => {
        asked.push(gate.id)
        return gate.kind === 'checkpoint' ? gate.choices.approve() : undefined
      }
      const host = crashAfter(records, 'after')
      const options = { ...rules, trust: 'paranoid', units: 'subtask' } as const
      const run = await createRun({ ...options, plan, host, driver, onGate })
      const first = await run.start().catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      if (first) return expect(records).toBeGreaterThan(20)
      host.revive()
      const again = await openRun({ host, runId: run.id, driver, onGate })
      const report = await again.start()
      expect(statuses(report)).toEqual({ a: 'completed' })
      // At most one session more than units: the interrupted one.
      expect(sessions.length, `died after ${records} records`).toBeLessThanOrEqual(4)
      const answered = told(recordEvents(again), 'gate_resolved')
      expect(answered).toHaveLength(3)
    }
  })
})
