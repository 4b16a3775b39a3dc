import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPlan, readPlan } from '@amelia/core'
import { parserContract } from '@amelia/core/testing'
import { csvPlan } from './parser.js'

const parsers = [csvPlan()]

for (const { name, covered, missing, run } of parserContract({
  parser: csvPlan(),
  samples: ['id,title,after\n1,Build,\n'],
}))
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

test('a row is a phase', () => {
  const { phases } = readPlan('id,title,after\n1,Build,\n2,Ship,1\n', { parsers })
  assert.deepEqual(
    phases.map(({ id, title, dependsOn }) => ({ id, title, dependsOn })),
    [
      { id: '1', title: 'Build', dependsOn: [] },
      { id: '2', title: 'Ship', dependsOn: ['1'] },
    ],
  )
})

test('a row with a mistake is named with its line', () => {
  const { ok, issues } = checkPlan('id,title,after\n1,Build,\n2\n', { parsers })
  assert.equal(ok, false)
  assert.deepEqual([issues[0].code, issues[0].line], ['csv:ROW_INVALID', 3])
})

test('a plan is written, with a list of what its table cannot contain', () => {
  const plan = readPlan('id,title,after\n1,Build,\n2,Ship,1\n', { parsers })
  assert.deepEqual(parsers[0].write(plan), { text: 'id,title,after\n1,Build,\n2,Ship,1\n', losses: [] })
  const [first, ...rest] = plan.phases
  const { losses } = parsers[0].write({ ...plan, phases: [{ ...first, risk: 'high' }, ...rest] })
  assert.deepEqual(losses, [{ what: 'risks of phases', places: ['phase 1'] }])
})

test('semicolons are repaired', () => {
  assert.equal(parsers[0].fix('id;title;after\n1;Build;\n'), 'id,title,after\n1,Build,\n')
})
