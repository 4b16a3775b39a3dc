import { expect, it } from 'vitest'
import { listFacts } from './list-facts.ts'

it('lists nested facts under their names', () => {
  expect(
    listFacts(
      { type: 'x', runId: 'r', exitCode: 1, failure: { message: 'no', tried: ['a', 'b'] }, amount: null },
      ['type', 'runId'],
    ),
  ).toEqual([
    { name: 'exit code', depth: 0, text: '1' },
    { name: 'failure', depth: 0 },
    { name: 'message', depth: 1, text: 'no' },
    { name: 'tried', depth: 1, text: 'a, b' },
    { name: 'amount', depth: 0, text: 'none' },
  ])
})

it('limits the number of facts and the length of each', () => {
  const facts = listFacts({
    long: 'x'.repeat(30_000),
    many: Array.from({ length: 500 }, (_, id) => ({ id })),
  })
  expect(facts).toHaveLength(201)
  expect(facts[0]!.text).toHaveLength(20_000 + '\n… 10000 more characters'.length)
  expect(facts.at(-1)).toEqual({ name: 'More', depth: 0, text: 'The other facts are left out.' })
})
