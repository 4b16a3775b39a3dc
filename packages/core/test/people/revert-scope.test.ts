import { describe, expect, it } from 'vitest'
import { answerRun, createRun, openRun } from '../../src/index.ts'
import { createScriptedDriver, memoryHost } from '../../src/testing.ts'
import { statuses } from '../run-plan.ts'

const phase = (id: string, dependsOn: string[] = []) => ({ id, title: id, body: `Do ${id}.`, dependsOn })
/** Three batches: `a`; `b` and `c`; `d`. */
const phases = [phase('a'), phase('b', ['a']), phase('c', ['a']), phase('d', ['b'])]

/** Runs until the phases in `stuck` ask a person. */
const wait = async (...stuck: string[]) => {
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ workspace, prompt }) => {
    const id = /phase (\w)/i.exec(prompt)?.[1] ?? ''
    if (stuck.includes(id)) throw new Error('stuck')
    await workspace.fs.writeFile(`/${id}.txt`, id)
  })
  const run = await createRun({
    plan: { phases },
    host,
    driver,
    trust: 'autonomous',
    artifacts: 'none',
    maxAttempts: 1,
    retry: { onExhausted: 'ask' },
  })
  const report = await run.start()
  expect(report.status).toBe('waiting')
  const again = await openRun({ host, runId: run.id, driver })
  const end = async (gateId: string, scope?: 'batch' | 'run') => {
    await again.answer(gateId, 'abort-revert', scope && { scope })
    return again.start()
  }
  return { host, run, again, report, end, log: host.git.log(report.target) }
}

const filesOf = ({ host, report }: Awaited<ReturnType<typeof wait>>): string[] =>
  ['a', 'b', 'c', 'd'].filter((id) =>
    host.git.refs.has(report.target) ? host.git.filesOf(report.target).has(`${id}.txt`) : false,
  )

describe('abort-revert of a batch', () => {
  // seed: intelligent-execution 59
  it('restores the target to its commit before the batch in question', async () => {
    const waiting = await wait('c', 'd')
    const report = await waiting.end('blocker:c:1', 'batch')
    expect(report).toMatchObject({ status: 'aborted', reverted: true })
    expect(report.targetNote).toContain('is what it was before batch 2.')
    expect(filesOf(waiting)).toEqual(['a'])
    expect(waiting.host.git.refs.get(`refs/amelia/${waiting.run.id}/reverted`)).toBe(waiting.log[0])
  })

  // seed: intelligent-execution 59
  it('of which nothing is integrated keeps the batches before it', async () => {
    const waiting = await wait('b', 'c')
    const report = await waiting.end('blocker:c:1', 'batch')
    expect(report.status).toBe('aborted')
    expect(report).not.toHaveProperty('reverted')
    expect(filesOf(waiting)).toEqual(['a'])
  })

  // seed: intelligent-execution 59
  it('is refused if a later commit belongs to another batch, and the run can still be reverted', async () => {
    const waiting = await wait('c')
    expect(statuses(waiting.report)).toMatchObject({ b: 'completed', d: 'completed' })
    await expect(waiting.end('blocker:c:1', 'batch')).rejects.toMatchObject({
      code: 'GATE_CHOICE',
      message: expect.stringMatching(
        /Phase d of another batch was integrated after the first phase of batch 2.*scope "run"/,
      ) as string,
    })
    expect(waiting.again.gates()).toHaveLength(1)
    expect(await waiting.end('blocker:c:1', 'run')).toMatchObject({ status: 'aborted', reverted: true })
    expect(filesOf(waiting)).toEqual([])
  })

  it('is refused with another answer or an unknown scope', async () => {
    const { again } = await wait('c')
    await expect(again.answer('blocker:c:1', 'abort', { scope: 'batch' })).rejects.toMatchObject({
      message: expect.stringContaining('Only "abort-revert" takes a scope') as string,
    })
    const scope = 'phase' as 'batch'
    await expect(again.answer('blocker:c:1', 'abort-revert', { scope })).rejects.toMatchObject({
      message: expect.stringContaining('`options.scope` must be "run" or "batch"; got "phase"') as string,
    })
  })

  // seed: intelligent-execution 59
  it('can be asked for by onGate, and from another process', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(async ({ workspace, prompt }) => {
      if (/phase [cd]/i.test(prompt)) throw new Error('stuck')
      await workspace.fs.writeFile(`/${prompt.length}.txt`, prompt)
    })
    const options = { plan: { phases }, host, driver, trust: 'autonomous', artifacts: 'none' } as const
    const asks = { ...options, maxAttempts: 1, concurrency: 1, retry: { onExhausted: 'ask' } } as const
    const first = await createRun({
      ...asks,
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.abortRevert('batch') : undefined),
    })
    expect(await first.start()).toMatchObject({ status: 'aborted', reverted: true })

    const second = await createRun(asks)
    await second.start()
    const command = { type: 'answer', gateId: 'blocker:c:1', choice: 'abort-revert', scope: 'batch' } as const
    expect(await answerRun({ store: host.store, runId: second.id, command })).toMatchObject({
      outcome: 'kept',
    })
    const again = await openRun({ host, runId: second.id, driver })
    const report = await again.start()
    expect(report).toMatchObject({ status: 'aborted', reverted: true })
    expect(host.git.log(report.target)).toHaveLength(2)
  })
})
