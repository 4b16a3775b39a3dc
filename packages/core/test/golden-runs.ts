import { createRun } from '../src/index.ts'
import { memoryHost, createScriptedDriver, type MemoryHost } from '../src/testing.ts'
import { crashAfter } from './crash-after.ts'
import { forkPlan, phase } from './sample-plan.ts'

interface GoldenRun {
  host: MemoryHost
  runId: string
}

const rules = { trust: 'autonomous', artifacts: 'none', planApproved: true } as const

const completed = async (): Promise<GoldenRun> => {
  const host = memoryHost()
  const run = await createRun({ ...rules, plan: forkPlan(), host })
  await run.start()
  return { host, runId: run.id }
}

/** Halfway, with three phases running. */
const died = async (): Promise<GoldenRun> => {
  const host = crashAfter(35, 'before')
  const run = await createRun({ ...rules, plan: forkPlan(), host })
  await run.start().catch(() => undefined)
  host.revive()
  return { host, runId: run.id }
}

/** Two open checkpoints of phases done by an agent. */
const waiting = async (): Promise<GoldenRun> => {
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ prompt, workspace }) => {
    const id = /Do (\w)\./.exec(prompt)![1]!
    await workspace.fs.writeFile(`/${id}.txt`, id)
  })
  const plan = { phases: ['a', 'b'].map((id) => ({ id, title: id, body: `Do ${id}.` })) }
  const run = await createRun({ ...rules, plan, host, driver, trust: 'paranoid' })
  await run.start()
  return { host, runId: run.id }
}

/** One phase failed, one is blocked by it, and one is integrated. */
const failed = async (): Promise<GoldenRun> => {
  const host = memoryHost()
  const step = { id: 's', action: 'command' as const, command: 'false' }
  const bad = phase('bad', [], { subtasks: [{ id: 'bad.1', title: 'Fail', steps: [step] }] })
  const plan = { phases: [bad, phase('good'), phase('next', ['bad'])] }
  const retry = { maxAttempts: 1, onExhausted: 'fail' } as const
  Object.assign(host, memoryHost({ commands: () => ({ exitCode: 1 }) }))
  const run = await createRun({ ...rules, plan, host, onFailure: 'continue', retry })
  await run.start()
  return { host, runId: run.id }
}

/**
 * Runs whose journals are kept for each version of the journal. They are reproducible, including the ids of
 * their commits.
 */
export const goldenRuns: Record<string, () => Promise<GoldenRun>> = { completed, died, waiting, failed }
