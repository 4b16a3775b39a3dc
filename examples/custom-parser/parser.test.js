import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPlan, readPlan } from '@amelia/core'
import { parserContract } from '@amelia/core/testing'
import { csvPlan } from './parser.js'

const parsers = [csvPlan()]

for (const { name, covered, run } of parserContract({
  parser: csvPlan(),
  samples: ['id,title,after\n1,Build,\n'],
}))
  if (covered) test(name, run)

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
