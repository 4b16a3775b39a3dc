import { createRun } from '@amelia/core'
import type { JournalRecord } from '@amelia/core/plugin'
import { createMemoryStore } from '@amelia/core/testing'
import { createIdleHost, idleDriver } from '../idle-host.ts'

/** Returns the journal of a run of empty phases that was cut off shortly before its end. */
export const recordRun = async (phases: number): Promise<JournalRecord[]> => {
  const store = createMemoryStore()
  const run = await createRun({
    plan: {
      title: 'Nothing',
      phases: Array.from({ length: phases }, (_, at) => ({ id: `phase-${at}`, title: `Phase ${at}` })),
    },
    driver: idleDriver,
    host: { ...createIdleHost(), store },
    trust: 'autonomous',
    concurrency: 8,
    artifacts: 'none',
    reviewers: [],
  })
  await run.start()
  return (await store.load(run.id)).slice(0, -20)
}
