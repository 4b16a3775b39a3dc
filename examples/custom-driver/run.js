import { readFile } from 'node:fs/promises'
import { createRun, readPlan } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { phaseTable } from '@amelia/parser-phase-table'
import { chatAgent } from './driver.js'

const { MODEL_URL: url, MODEL_KEY: key, MODEL: model } = process.env

const run = await createRun({
  plan: readPlan(await readFile('plan.md', 'utf8'), { parsers: [phaseTable()] }),
  driver: chatAgent({ url, key, model }),
  host: nodeHost({ repo: '.' }),
  verify: { test: ['node', '--test'] },
  onGate: (gate) => (gate.kind === 'blocker' ? undefined : gate.choices.approve()),
})
run.on('session_charged', ({ phaseId, role, inputTokens, outputTokens }) =>
  console.log(`${phaseId} ${role}: ${inputTokens} in, ${outputTokens} out`),
)

const report = await run.start()
console.log(report.status, report.target)
for (const { question } of report.gates) console.log(`? ${question}`)
