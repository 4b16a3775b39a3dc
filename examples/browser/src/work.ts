import { createRun, type Host, openRun, type Plan, type Run, type RunAdapters } from '@amelia/core'
import { indexedDbFileSystem } from '@amelia/browser'
import { createRepository } from '@amelia/git-isomorphic'
import type { Agent } from './agent.ts'
import { type KeptWork, keptWork } from './kept-work.ts'
import { identity, pageHost } from './page-host.ts'

/** A plan that is run, or can be: nothing happens before `run.start()`. */
export interface Work {
  readonly kept: KeptWork
  readonly host: Host
  readonly run: Run
}

export interface Wishes {
  readonly plan: Plan
  /** Null runs structured steps alone. */
  readonly agent: Agent | null
  /** Whether the run asks after each batch of phases, or only where it is stuck. */
  readonly asksOften: boolean
}

/** Begins with a repository of its own, in a database of its own. */
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
    // Who presses the button has the plan before them.
    planApproved: true,
    // Somebody is watching: after a few seconds they are asked.
    waits: { transient: { limit: 3 } },
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

/** Takes up what was begun, as the journal tells it. Null where it had not begun. */
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
  // What it says, and what its server says of a key that it refuses, goes without the key.
  const secrets = agent.key === '' ? [] : [agent.key]
  return { host, driver: createDriver(agent, host.commands), secrets }
}
