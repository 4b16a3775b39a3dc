import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost, recordEvents, reviewerContract } from '@amelia/core/testing'
import { houseRules } from './reviewer.js'

const create = async () => {
  const rules = {}
  return { rules, reviewer: houseRules(rules), close: async () => {} }
}
const faults = {
  judge: async ({ rules }, approved) => {
    rules.testsOptional = approved
  },
}
for (const { name, covered, missing, run } of reviewerContract({ create, faults }))
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

const runWith = async (write) => {
  const run = await createRun({
    plan: { phases: [{ id: '1', title: 'Add sums' }] },
    host: memoryHost(),
    driver: createScriptedDriver(write),
    reviewers: [houseRules()],
    trust: 'autonomous',
    planApproved: true,
    artifacts: 'none',
  })
  const events = recordEvents(run)
  return { report: await run.start(), events }
}

test('a change without a test is returned with the comment', async () => {
  const { report, events } = await runWith(async ({ workspace: { fs }, prompt }) => {
    await fs.writeFile('/src/sum.js', 'export const sum = (a, b) => a + b\n')
    if (prompt.includes('No test changes with src/sum.js'))
      await fs.writeFile('/test/sum.test.js', 'import "../src/sum.js"\n')
  })
  assert.equal(report.status, 'completed')
  // Another round of the same attempt, which has not failed.
  assert.equal(report.phases[0].attempt, 1)
  assert.equal(events.filter(({ type }) => type === 'review_completed').length, 2)
})

test('a change with a test is approved', async () => {
  const { report } = await runWith(async ({ workspace: { fs } }) => {
    await fs.writeFile('/src/sum.js', 'export const sum = (a, b) => a + b\n')
    await fs.writeFile('/test/sum.test.js', 'import "../src/sum.js"\n')
  })
  assert.equal(report.phases[0].attempt, 1)
})
