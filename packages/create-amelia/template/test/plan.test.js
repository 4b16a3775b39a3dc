import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createRun, readPlan } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { phaseTable } from '@amelia/parser-phase-table'

const text = readFileSync(new URL('../plan.md', import.meta.url), 'utf8')
const plan = readPlan(text, { parsers: [phaseTable()] })

test('the plan completes on a repository in memory', async () => {
  const run = await createRun({ plan, host: memoryHost(), trust: 'autonomous', planApproved: true })
  const report = await run.start()
  assert.equal(report.status, 'completed')
  assert.deepEqual(
    report.phases.map(({ id, status }) => [id, status]),
    [
      ['1', 'completed'],
      ['2', 'completed'],
    ],
  )
})
