import { checkPlan, createRun, readPlan } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { phaseTable } from '@amelia/parser-phase-table'
import { expect, it } from 'vitest'

const parsers = [phaseTable()]
const plan = `# Shop

| Phase | Name | Depends On | Status |
|---|---|---|---|
| 1 | Set up | 2 | done |
| 2 | Build | 1 | skipped |
| 3 | Test | 2 | pending |
`

it('a plan with a cycle of finished phases is warned of, and runs the others', async () => {
  expect(checkPlan(plan, { parsers })).toMatchObject({
    ok: true,
    issues: [{ severity: 'warning', code: 'PHASE_CYCLE', line: 5 }],
  })
  const run = await createRun({
    plan: readPlan(plan, { parsers }),
    host: memoryHost(),
    driver: createScriptedDriver(),
    ...{ trust: 'autonomous', planApproved: true, artifacts: 'none', tdd: 'off' },
  })
  const report = await run.start()
  expect(report.status).toBe('completed')
  expect(report.phases.map(({ id, status }) => [id, status])).toEqual([
    ['1', 'external'],
    ['2', 'external'],
    ['3', 'completed'],
  ])
})
