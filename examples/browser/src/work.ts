import { createRun, type Host, openRun, type Plan, type Run, type RunAdapters } from '@amelia/core'
import { indexedDbFileSystem } from '@amelia/browser'
import { createRepository } from '@amelia/git-isomorphic'
import type { Agent } from './agent.ts'
import { type KeptWork, keptWork } from './kept-work.ts'
import { identity, pageHost } from './page-host.ts'

/** A plan that is or can be run: nothing happens before `run.start()`. */
export interface Work {
  readonly kept: KeptWork
  readonly host: Host
  readonly run: Run
}

export interface Wishes {
  readonly plan: Plan
  /** Null runs structured steps only. */
  readonly agent: Agent | null
  /** Whether the run asks after each batch of phases, or only at blockers. */
  readonly asksOften: boolean
}

/** Starts with a new repository in a separate database. */
export const beginWork = async ({ plan, agent, asksOften }: Wishes): Promise<Work> => {
  const database = `amelia-${Date.now().toString(36)}`
  const host = pageHost(database)
  const adapters = await adaptersOf(host, agent)
  const files = { 'README.md': '# Begun in a page\n' }
  await createRepository({ fs: indexedDbFileSystem({ name: database }), dir: '/repo', identity, files })
  const run = await createRun({
    ...adapters,
    plan,
    trust: asksOften ? 'standard' : 'autonomous',
    // The user sees the plan before pressing the button.
    planApproved: true,
    // A user is watching, so questions come after a few seconds.
    waits: { transient: { totalMs: 10_000 } },
  }).catch((error: unknown) => {
    keptWork.throwAway(database)
    throw error
  })
  const { address = '', model = '', key = '' } = agent ?? {}
  const kept = {
    database,
    text: plan.source,
    agent: agent === null ? null : { address, model, hasKey: key !== '' },
  }
  keptWork.write(kept)
  return { kept, host, run }
}

/** Resumes the stored run from its journal. Null if no run was started. */
export const openWork = async (kept: KeptWork, agent: Agent | null): Promise<Work | null> => {
  const host = pageHost(kept.database)
  const [found] = await host.store.list()
  if (found === undefined) return null
  const run = await openRun({ ...(await adaptersOf(host, agent)), runId: found.runId })
  return { kept, host, run }
}

const adaptersOf = async (host: Host, agent: Agent | null): Promise<RunAdapters> => {
  if (agent === null) return { host }
  const { createDriver } = await import('./create-driver.ts')
  // The key is removed from the agent's responses, and from the server's errors.
  const secrets = agent.key === '' ? [] : [agent.key]
  return { host, driver: createDriver(agent), secrets }
}
