import { readFile } from 'node:fs/promises'
import { createRun, readPlan } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { phaseTable } from '@amelia/parser-phase-table'

const plan = readPlan(await readFile('plan.md', 'utf8'), { parsers: [phaseTable()] })

// The plan contains all files and commands. For phases in prose, add a driver: `driver: claude()`.
const run = await createRun({
  plan,
  host: nodeHost({ repo: '.' }),
  onGate: (gate) => (gate.kind === 'blocker' ? undefined : gate.choices.approve()),
})
run.on('phase_completed', (event) => console.log(event.phaseId, event.commit))

const report = await run.start()
console.log(report.status, report.target)
for (const { question } of report.gates) console.log(`? ${question}`)
