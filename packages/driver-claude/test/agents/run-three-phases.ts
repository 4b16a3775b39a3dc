/**
 * Runs the plan of three phases in a separate process: repository, folder of workspaces, the agent's folder,
 * the model's address.
 */
import { createRun, driverReviewer } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { createClaude } from '../../src/lib/create-claude.ts'
import { loadRealSdk, testKey } from './real-claude.ts'
import { threePhasesOptions } from './three-phases.ts'

const [repo = '', slots = '', home = '', baseUrl = ''] = process.argv.slice(2)
const run = await createRun({
  ...threePhasesOptions,
  host: nodeHost({ repo, slots }),
  driver: createClaude({ home, baseUrl, apiKey: testKey, model: 'claude-sonnet-4-5' }, { load: loadRealSdk }),
  reviewers: [driverReviewer()],
})
console.log(run.id)
run.subscribe({}, ({ type, phaseId = '' }) => console.log(type, phaseId))
await run.start()
