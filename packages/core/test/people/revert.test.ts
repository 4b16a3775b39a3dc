import { describe, expect, it } from 'vitest'
import { cleanRun, createRun, openRun, revertRun, type RunOptions } from '../../src/index.ts'
import { memoryHost, createScriptedDriver } from '../../src/testing.ts'

const phase = (id: string, dependsOn: string[] = []) => ({ id, title: id, body: `Do ${id}.`, dependsOn })
/** Two batches: `a` and `b`, then `c`. */
const plan = { phases: [phase('a'), phase('b'), phase('c', ['a', 'b'])] }

const agent = () =>
  createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`/work-${number}.txt`, 'x')
  })

const ran = async (options: Partial<RunOptions> = {}) => {
  const host = memoryHost()
  const driver = agent()
  const run = await createRun({ plan, host, driver, trust: 'autonomous', artifacts: 'none', ...options })
  const report = await run.start()
  return { host, driver, runId: run.id, report }
}

describe('a reverted run', () => {
  // seed: intelligent-execution 73
  it('restores the target, and keeps its commits', async () => {
    const { host, runId, report } = await ran()
    const given = host.git.refs.get(report.target)
    const after = await revertRun({ host, runId })
    expect(after).toMatchObject({ status: 'aborted', reverted: true, targetPublished: false })
    expect(host.git.refs.has(report.target)).toBe(false)
    expect(host.git.refs.get(`refs/amelia/${runId}/reverted`)).toBe(given)
    expect(after.targetNote).toContain(`git branch again refs/amelia/${runId}/reverted`)
  })

  it.each([{}, { publish: 'message-only' }, { target: 'work' }] as const)(
    'has nothing left to restore, so that another revert writes nothing: %j',
    async (options) => {
      const { host, runId, report } = await ran(options)
      const scopes = 'publish' in options ? (['run'] as const) : (['batch', 'run'] as const)
      for (const scope of scopes) {
        const first = await revertRun({ host, runId, scope })
        const [{ length }, refs] = [await host.store.load(runId), new Map(host.git.refs)]
        expect(await revertRun({ host, runId, scope })).toEqual(first)
        expect([(await host.store.load(runId)).length, host.git.refs]).toEqual([length, refs])
      }
      // A branch with the kept commits belongs to the person who made it.
      const kept = host.git.refs.get(`refs/amelia/${runId}/reverted`)
      if (kept === undefined || host.git.refs.has(report.target)) return
      await host.git.updateRefs([{ ref: report.target, new: kept, old: null }])
      await revertRun({ host, runId })
      expect(host.git.refs.get(report.target)).toBe(kept)
    },
  )

  // seed: intelligent-execution 72
  it('keeps the batches before the reverted one', async () => {
    const { host, runId, report } = await ran()
    const log = host.git.log(report.target)
    const after = await revertRun({ host, runId, scope: 'batch' })
    expect(after).toMatchObject({ reverted: true })
    expect(host.git.refs.get(report.target)).toBe(log[1])
    // Then the rest: the kept commits of the batch are not lost.
    expect(await revertRun({ host, runId })).toMatchObject({ reverted: true })
    expect(host.git.refs.has(report.target)).toBe(false)
    expect(host.git.refs.get(`refs/amelia/${runId}/reverted`)).toBe(log[0])
  })

  it('is refused if another batch lies between', async () => {
    // `d` is of the first batch, and is integrated last.
    const late = { phases: [phase('a'), phase('d'), phase('c', ['a'])] }
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const driver = createScriptedDriver(async ({ workspace, prompt }) => {
      if (/phase d/i.test(prompt)) await held
      if (/phase c/i.test(prompt)) setImmediate(() => setTimeout(release))
      await workspace.fs.writeFile(`/${/phase (\w)/i.exec(prompt)![1]!}.txt`, prompt)
    })
    const { host, runId, report } = await ran({ plan: late, driver })
    const before = host.git.refs.get(report.target)
    expect(report.status).toBe('completed')
    const after = await revertRun({ host, runId, scope: 'batch' })
    expect(after).not.toHaveProperty('reverted')
    expect(after.targetNote).toMatch(/Phase c of another batch was integrated after/)
    expect(host.git.refs.get(report.target)).toBe(before)
  })

  it('is not reverted over commits of someone else on the target', async () => {
    const { host, runId, report } = await ran()
    const { refs } = host.git
    const update = { ref: report.target, new: refs.get('refs/heads/main')!, old: refs.get(report.target)! }
    await host.git.updateRefs([update])
    const after = await revertRun({ host, runId })
    expect(after).not.toHaveProperty('reverted')
    expect(after.targetNote).toContain('was moved by someone else and stays as it is')
  })

  it('is reverted even if it could continue, and stays reverted', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(({ prompt }) => {
      if (/phase c/i.test(prompt)) throw new Error('stuck')
    })
    const run = await createRun({
      plan,
      host,
      driver,
      trust: 'autonomous',
      artifacts: 'none',
      maxAttempts: 1,
    })
    expect((await run.start()).status).toBe('failed')
    expect(await revertRun({ host, runId: run.id })).toMatchObject({ status: 'aborted', reverted: true })
    const again = await openRun({ host, runId: run.id, driver })
    expect((await again.start()).status).toBe('aborted')
  })
})

describe('cleaning up after a run', () => {
  it('removes refs that the target contains, and others only if named', async () => {
    const { host, runId, report } = await ran({ maxAttempts: 1 })
    const before = [...host.git.refs.keys()].filter((ref) => ref.startsWith(`refs/amelia/${runId}/`))
    expect(before.length).toBeGreaterThan(6)
    const { removed, kept } = await cleanRun({ host, runId })
    expect(removed).toContain(`refs/amelia/${runId}/head`)
    const proof = `refs/amelia/${runId}/proof`
    expect(kept).toEqual([...['a', 'b', 'c'].map((id) => `refs/amelia/${runId}/attempt/${id}/1`), proof])
    expect([...host.git.refs.keys()].filter((ref) => ref.startsWith('refs/amelia/')).sort()).toEqual(kept)
    expect((await cleanRun({ host, runId, attempts: true })).kept).toEqual([proof])
    expect(host.git.refs.get(report.target)).toBe(report.head)
  })

  it('removes what workers have pushed only if attempts are named', async () => {
    const { host, runId } = await ran({ maxAttempts: 1 })
    const attempt = host.git.refs.get(`refs/amelia/${runId}/attempt/a/1`)!
    const pushed = ['attempt/a/1/claim-1', 'composed/x', 'kept/slot-1'].map(
      (name) => `refs/amelia/${runId}/${name}`,
    )
    await host.git.updateRefs(pushed.map((ref) => ({ ref, new: attempt, old: null })))
    expect((await cleanRun({ host, runId })).kept).toEqual(expect.arrayContaining(pushed))
    const { kept } = await cleanRun({ host, runId, attempts: true })
    expect(kept).toEqual([`refs/amelia/${runId}/proof`])
  })

  it('keeps commits that nothing else reaches: the work of a run whose branch is gone', async () => {
    const { host, runId } = await ran()
    await revertRun({ host, runId })
    const { removed, kept } = await cleanRun({ host, runId })
    expect(removed).toEqual([])
    expect(kept).toContain(`refs/amelia/${runId}/reverted`)
  })

  it('does not create an unknown run', async () => {
    const host = memoryHost()
    await expect(cleanRun({ host, runId: 'nobody' })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    expect(await host.store.list()).toEqual([])
  })

  it('is refused for a run that can continue', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(() => {
      throw new Error('stuck')
    })
    const run = await createRun({ plan, host, driver, trust: 'autonomous', maxAttempts: 1 })
    await run.start()
    await expect(cleanRun({ host, runId: run.id })).rejects.toMatchObject({ code: 'RUN_NOT_ENDED' })
  })
})
