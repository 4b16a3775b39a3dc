import { readFile } from 'node:fs/promises'
import { createRun, readPlan } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { phaseTable } from '@amelia/parser-phase-table'

const plan = readPlan(await readFile('plan.md', 'utf8'), { parsers: [phaseTable()] })
const host = nodeHost({ repo: '.' })
const options = { host }

const run = await createRun({
  ...options,
  plan,
  onGate: (gate) => (gate.kind === 'blocker' ? undefined : gate.choices.approve()),
})
run.on('phase_completed', (event) => console.log(event.phaseId, event.commit))

const report = await run.start()
console.log(report.status, report.target)
for (const { question } of report.gates) console.log(`? ${question}`)
