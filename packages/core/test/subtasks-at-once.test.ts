import { describe, expect, it } from 'vitest'
import type { SubtaskDraft } from '../src/plugin.ts'
import { createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { runPlan, told } from './run-plan.ts'

const part = (id: string, more: Partial<SubtaskDraft> = {}): SubtaskDraft => ({
  id,
  title: id,
  files: [`${id}.txt`],
  ...more,
})
/** Waits until nothing more happens by itself. */
const quiet = async (): Promise<void> => {
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve))
}
const idIn = (prompt: string): string => /^### (\w+) \[/m.exec(prompt)![1]!

const run = async (subtasks: SubtaskDraft[], script: SessionScript, options = {}) => {
  const driver = createScriptedDriver(script)
  const result = await runPlan({
    plan: { phases: [{ id: '1', title: 'One', subtasks }] },
    driver,
    preset: 'subtasks',
    ...options,
  })
  return { ...result, driver }
}

describe('subtasks that write different files (seed phased-execution-draft, Subagent Spawning)', () => {
  it('run concurrently in isolation, and end in one commit', async () => {
    const seen: Record<string, string[]> = {}
    let begun = 0
    let all = (): void => {}
    const together = new Promise<void>((resolve) => {
      all = resolve
    })
    const { report, host, events } = await run(
      [part('a'), part('b'), part('c')],
      async ({ prompt, workspace: { fs } }) => {
        const id = idIn(prompt)
        if (++begun === 3) all()
        await together
        seen[id] = await fs.readdir('/')
        await fs.writeFile(`/${id}.txt`, id)
      },
    )
    expect(report.status).toBe('completed')
    expect(seen).toEqual({ a: ['README.md'], b: ['README.md'], c: ['README.md'] })
    expect([...host.git.filesOf(report.head).keys()].sort()).toEqual(['README.md', 'a.txt', 'b.txt', 'c.txt'])
    expect(told(events, 'subtask_completed')).toHaveLength(3)
    expect(told(events, 'commit_created')).toHaveLength(1)
  })

  it("never exceed the run's limit", async () => {
    let active = 0
    let most = 0
    const parts = ['a', 'b', 'c', 'd', 'e'].map((id) => part(id))
    await run(
      parts,
      async ({ prompt, workspace: { fs } }) => {
        most = Math.max(most, ++active)
        await new Promise((resolve) => setImmediate(resolve))
        await fs.writeFile(`/${idIn(prompt)}.txt`, 'x')
        active--
      },
      { concurrency: 2 },
    )
    expect(most).toBe(2)
  })

  it('that write the same lines: the later one is redone on the merged result', async () => {
    const saw: (string | undefined)[] = []
    const { report, host, driver } = await run(
      [part('a'), part('b')],
      async ({ prompt, workspace: { fs } }) => {
        const there = await fs.readFile('/shared.txt').then(
          (bytes) => new TextDecoder().decode(bytes),
          () => undefined,
        )
        saw.push(there)
        await fs.writeFile('/shared.txt', `${there ?? ''}${idIn(prompt)}\n`)
      },
    )
    expect(report.status).toBe('completed')
    expect(saw).toEqual([undefined, undefined, 'a\n'])
    expect(driver.requests).toHaveLength(3)
    expect(host.git.filesOf(report.head).get('shared.txt')).toBe('a\nb\n')
  })

  // seed: phased-execution-draft 5
  it('one that fails lets the others end; the next attempt starts from scratch', async () => {
    let failed = false
    const {
      report,
      host,
      events,
      run: created,
    } = await run([part('a'), part('b')], async ({ prompt, workspace: { fs } }) => {
      const id = idIn(prompt)
      await fs.writeFile(`/${id}.txt`, id)
      if (id === 'a' && !failed) {
        failed = true
        throw new Error('a broke')
      }
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(events.find(({ type }) => type === 'subtask_failed')).toMatchObject({ subtaskId: 'a' })
    const first = host.git.filesOf(`refs/amelia/${created.id}/attempt/1/1`)
    expect([...first.keys()].sort(), 'finished work stays readable').toEqual(['README.md', 'a.txt', 'b.txt'])
  })

  it('a secret in one of them stops the phase before any commit (fault 45)', async () => {
    const {
      report,
      host,
      run: created,
    } = await run([part('a'), part('b')], async ({ prompt, workspace: { fs } }) => {
      await fs.writeFile(`/${idIn(prompt)}.txt`, idIn(prompt) === 'b' ? `AKIA${'ABCDEFGHIJKLMNOP'}` : 'a')
    })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'secret_in_change' }] })
    const parts = [...host.git.refs.keys()].filter((ref) =>
      ref.startsWith(`refs/amelia/${created.id}/part/1/1/`),
    )
    for (const ref of parts) expect(JSON.stringify([...host.git.filesOf(ref)])).not.toContain('AKIA')
    expect(host.git.refs.has(`refs/amelia/${created.id}/attempt/1/1`)).toBe(false)
  })
})

describe('batch by batch', () => {
  it('starts a phase after every earlier batch has ended, later than dataflow would', async () => {
    const order: string[] = []
    const phases = [
      { id: 'a', title: 'a' },
      { id: 'slow', title: 'slow' },
      { id: 'b', title: 'b', dependsOn: ['a'] },
    ]
    for (const how of ['dataflow', 'batches'] as const) {
      order.length = 0
      let release = (): void => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const driver = createScriptedDriver(async ({ prompt }) => {
        const id = /phase (\w+) \(/.exec(prompt)![1]!
        order.push(id)
        if (id === 'slow') await Promise.race([held, quiet()])
        if (id === 'b') release()
        order.push(`${id} ends`)
      })
      const { report } = await runPlan({ plan: { phases }, driver, order: how })
      expect(report.status).toBe('completed')
      const at = (what: string): number => order.indexOf(what)
      expect(at('b') < at('slow ends'), how).toBe(how === 'dataflow')
    }
  })
})
