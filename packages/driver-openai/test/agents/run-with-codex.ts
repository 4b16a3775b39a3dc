/** Runs the plan in a separate process, which a test kills. Prints the run's id. */
import { createRun, readPlan } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { subtaskList } from '@amelia/parser-subtask-list'
import { createCodex } from '../../src/index.ts'
import { loadRealSdk } from './real-codex.ts'
import { planText } from './users-and-posts.ts'

const [repo, slots, home, baseUrl] = process.argv.slice(2) as [string, string, string, string]
const run = await createRun({
  plan: readPlan(planText, { parsers: [subtaskList({ grouping: 'chains' })] }),
  driver: createCodex({ baseUrl, apiKey: 'sk-test', model: 'gpt-5.1-codex', home }, { load: loadRealSdk }),
  host: nodeHost({ repo, slots }),
  trust: 'autonomous',
  tdd: 'full',
  verify: { test: ['node', '--test'] },
  reviewers: [],
})
console.log(run.id)
await run.start()
