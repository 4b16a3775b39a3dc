import { expect, it } from 'vitest'
import { describeStatements } from './describe-statements.ts'

const reason = 'no SSH signing key is configured'

it.each([
  [{ phases: 12, signed: 12, unsigned: 0 }, '12 of 12 phases with signed statements'],
  [{ phases: 12, signed: 12, unsigned: 0, proven: 11 }, '11 of 12 phases proven'],
  [{ phases: 3, signed: 2, unsigned: 0 }, '2 of 3 phases with signed statements'],
  [{ phases: 1, signed: 1, unsigned: 0 }, '1 of 1 phase with signed statements'],
  [{ phases: 12, signed: 0, unsigned: 12, reason }, `12 of 12 phases with statements, unsigned: ${reason}`],
  [
    { phases: 3, signed: 1, unsigned: 2, reason },
    `3 of 3 phases with statements, 2 of them unsigned: ${reason}`,
  ],
])('describes %j', (statements, text) => {
  expect(describeStatements(statements)).toBe(text)
})
