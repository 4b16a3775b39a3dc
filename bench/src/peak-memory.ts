import { createRun } from '@amelia/core'
import { createMemoryStore } from '@amelia/core/testing'
import { createIdleHost, idleDriver } from './idle-host.ts'

/** The phases of the run. */
const phases = 10_000

// Runs empty phases with a journal in memory, and prints the most memory of this process in MB.
const run = await createRun({
  plan: {
    title: 'Nothing',
    phases: Array.from({ length: phases }, (_, at) => ({ id: `p${at}`, title: `Phase ${at}` })),
  },
  driver: idleDriver,
  host: { ...createIdleHost(), store: createMemoryStore() },
  trust: 'autonomous',
  concurrency: 8,
  artifacts: 'none',
  reviewers: [],
})
const { status } = await run.start()
if (status !== 'completed') throw new Error(`The run is ${status}.`)
console.log(process.resourceUsage().maxRSS / 1_024)
