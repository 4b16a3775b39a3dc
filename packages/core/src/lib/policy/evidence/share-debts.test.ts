import { describe, expect, it } from 'vitest'
import type { Red } from '../../event/evidence.ts'
import { shareDebts, splitTestFiles } from './share-debts.ts'
import type { AnsweredTests, PhaseEvidence } from './plan-evidence.ts'

const tests = (subtasks: string[] = [], files: string[] = []) => ({ subtasks, files, promised: [] })
const asked = (values: Partial<PhaseEvidence>): PhaseEvidence => ({
  implements: true,
  own: tests(),
  owed: tests(),
  answers: new Map(),
  ...values,
})

describe('splitTestFiles', () => {
  const changed = ['src/a.ts', 'src/a.test.ts', 'spec/b.txt']

  it('returns no tests for a phase without evidence or without tests', () => {
    const none = { own: [], owed: [] }
    expect(splitTestFiles(changed, undefined)).toEqual(none)
    expect(splitTestFiles(changed, asked({}))).toEqual(none)
  })

  it('counts test files and declared files as tests', () => {
    expect(splitTestFiles(changed, asked({ own: tests(['1'], ['spec/b.txt']) }))).toEqual({
      own: ['src/a.test.ts', 'spec/b.txt'],
      owed: [],
    })
  })

  it('leaves all tests to later phases if the phase answers none', () => {
    expect(splitTestFiles(changed, asked({ owed: tests(['1'], ['spec/b.txt']) }))).toEqual({
      own: [],
      owed: ['src/a.test.ts', 'spec/b.txt'],
    })
  })

  it('separates declared tests for later phases, unless the phase answers them too', () => {
    const own = tests(['1'], ['src/a.test.ts'])
    expect(
      splitTestFiles(changed, asked({ own, owed: tests(['2'], ['spec/b.txt', 'src/a.test.ts']) })),
    ).toEqual({ own: ['src/a.test.ts'], owed: ['spec/b.txt'] })
  })
})

describe('shareDebts', () => {
  const red: Red = {
    testFiles: ['x.test.ts', 'y.test.ts'],
    strength: 'assertion',
    reason: 'x fails',
    tests: ['x.test.ts > one', 'y.test.ts > two', 'x.test.ts.old > three'],
    files: ['y.test.ts'],
  }
  const debt = { phaseId: 't', base: 'base', red, owedBy: ['a', 'b'] }
  const answering = (all: Record<string, Partial<AnsweredTests>>) =>
    new Map(
      Object.entries(all).map(([id, more]) => [
        id,
        asked({ answers: new Map([['t', { ...tests(['1']), ...more }]]) }),
      ]),
    )
  const both = answering({ a: {}, b: {} })

  it('gives the last phase that owes a debt all of it', () => {
    expect(shareDebts('a', both, [{ ...debt, owedBy: ['a'] }])).toEqual({
      toPay: [{ of: 't', red: { ...red, tests: ['x.test.ts > one', 'y.test.ts > two'] } }],
      paid: ['t'],
      leaveOut: [],
      leftOut: [],
    })
  })

  it('leaves out the tests that a later phase answers too', () => {
    const share = { toPay: [], paid: [], leaveOut: [{ from: 'base', paths: red.testFiles }], leftOut: ['t'] }
    expect(shareDebts('a', both, [debt])).toEqual(share)
    expect(shareDebts('b', both, [debt])).toEqual(share)
  })

  it.each([
    [
      'declared by the tests that only it answers',
      { a: { files: ['x.test.ts'] }, b: { files: ['y.test.ts'] } },
    ],
    ['named after its files', { a: { promised: ['src/x.ts'] }, b: { promised: ['src/y.ts'] } }],
  ])('gives an earlier phase the files %s, and leaves out the others', (_, all) => {
    expect(shareDebts('a', answering(all), [debt])).toEqual({
      toPay: [{ of: 't', red: { ...red, tests: ['x.test.ts > one'], files: [] } }],
      paid: ['t'],
      leaveOut: [{ from: 'base', paths: ['y.test.ts'] }],
      leftOut: ['t'],
    })
  })

  it('neither requires nor leaves out what an earlier phase has paid', () => {
    const all = answering({ a: { promised: ['src/x.ts'] }, b: { promised: ['src/y.ts'] } })
    expect(shareDebts('b', all, [{ ...debt, owedBy: ['b'] }])).toMatchObject({
      toPay: [{ of: 't', red: { tests: ['y.test.ts > two'] } }],
      leaveOut: [],
    })
  })

  it('leaves out the debts of a phase that owes nothing, and of a plan that links them no more', () => {
    const share = { toPay: [], paid: [], leaveOut: [{ from: 'base', paths: red.testFiles }], leftOut: ['t'] }
    expect(shareDebts('c', both, [debt])).toEqual(share)
    expect(shareDebts('a', new Map(), [debt])).toEqual(share)
  })
})
