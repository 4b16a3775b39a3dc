import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createRun, readPlan } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { phaseTable } from '@amelia/parser-phase-table'

const text = readFileSync(new URL('plan.md', import.meta.url), 'utf8')
const plan = readPlan(text, { parsers: [phaseTable()] })

/** Runs the plan with an agent that writes a file per phase, on a repository in memory. */
const runPlan = async (options = {}) => {
  const host = memoryHost()
  const driver = createScriptedDriver(({ workspace, phase }) =>
    workspace.fs.writeFile(`/${phase.id}.txt`, 'done\n'),
  )
  const run = await createRun({ plan, host, driver, trust: 'autonomous', planApproved: true, ...options })
  return { report: await run.start(), driver, host }
}

test('the plan becomes one commit per phase', async () => {
  const { report, host } = await runPlan()
  assert.equal(report.status, 'completed')
  const commits = report.phases.map(({ commit }) => commit)
  assert.equal(new Set(commits).size, 3)
  assert.equal(await host.git.readRef(report.target), report.head)
})

test('the phases without dependencies run at once', async () => {
  const { driver } = await runPlan({ reviewers: [] })
  assert.deepEqual(
    driver.requests
      .map(({ phase }) => phase.id)
      .slice(0, 2)
      .toSorted(),
    ['1', '2'],
  )
})

test('a failing check stops the run before anything is integrated', async () => {
  const host = memoryHost({ commands: () => ({ exitCode: 1, output: 'no' }) })
  const { report } = await runPlan({ host, verify: { test: ['npm', 'test'] }, maxAttempts: 1 })
  assert.equal(report.status, 'failed')
  const failures = report.phases.map(({ failure }) => failure?.class)
  assert.ok(failures.includes('verification_failed'), `the failures are ${failures.join(', ')}`)
  assert.deepEqual(
    report.phases.filter(({ status }) => status === 'completed'),
    [],
  )
})
