import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluatorContract } from '@amelia/core/testing'
import { houseJudgement, judgeEach } from './evaluator.js'

const create = async () => {
  const rules = { decide: houseJudgement }
  return { rules, evaluator: judgeEach((comment) => rules.decide(comment)), close: async () => {} }
}
const faults = {
  judge: async ({ rules }, disposition) => {
    rules.decide = () => ({ disposition, reason: 'A test decides.' })
  },
}
for (const { name, covered, missing, run } of evaluatorContract({ create, faults }))
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

test('comments about generated files are rejected', () => {
  const comment = { severity: 'major', message: 'The line is long.' }
  assert.equal(houseJudgement({ ...comment, file: 'dist/main.js' }).disposition, 'reject')
  assert.equal(houseJudgement({ ...comment, file: 'src/main.js' }).disposition, 'implement')
})
