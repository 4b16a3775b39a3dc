import { describe, expect, it } from 'vitest'
import { type CheckpointStrategyV1, defineCheckpointStrategy } from '../../contract/checkpoint-strategy.ts'
import {
  checkpointStrategyContract,
  type CheckpointStrategyContractOptions,
} from './checkpoint-strategy-contract.ts'

type Faults = NonNullable<CheckpointStrategyContractOptions['faults']>
type Decide = CheckpointStrategyV1['decide']

/** A service that a strategy asks, as over a network. */
const createService = () => {
  let answer: Decide = () => 'pass'
  const faults: Faults = {
    decide: async (_, verdict) => {
      answer = () => (verdict === 'pass' ? verdict : { pause: true, reason: 'It touches the login.' })
    },
    fail: async () => {
      answer = () => Promise.reject(new Error('503'))
    },
    hang: async () => {
      answer = ({ signal }) =>
        new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason as Error)
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
    },
  }
  return { faults, ask: (async (context) => answer(context)) satisfies Decide }
}

describe('a strategy that asks a service', () => {
  const { ask, faults } = createService()
  const strategy = defineCheckpointStrategy({ timeoutMs: 60_000, decide: ask })
  const cases = checkpointStrategyContract({
    create: async () => ({ strategy, close: async () => {} }),
    faults,
  })
  for (const { name, run } of cases) it(name, run)
  it('covers every case', () => {
    expect(cases.flatMap(({ missing }) => missing)).toEqual([])
  })
})

describe('a strategy that breaks its contract', () => {
  const hooks: Faults = { decide: async () => {}, fail: async () => {}, hang: async () => {} }
  const broken: [string, string, Partial<CheckpointStrategyV1>, RegExp][] = [
    ['has no time', 'it is a strategy, with a valid time limit', { timeoutMs: 0 }, /above 0/],
    ['always pauses', 'the decision to pass is a verdict', { decide: () => 'pause' }, /expected "pass"/],
    [
      'pauses by accident',
      'the decision to pause is a verdict',
      { decide: () => 'stop' as 'pause' },
      /the verdict is valid: The checkpoint strategy returned "stop"/,
    ],
    [
      'needs a file',
      'it decides about a phase without files, checks and a review',
      { decide: ({ files }) => (files[0]!.startsWith('x') ? 'pause' : 'pass') },
      /undefined/,
    ],
    [
      'changes its context',
      'a decision does not change its context',
      {
        decide({ files }) {
          files.push('x')
          return 'pass'
        },
      },
      /unchanged/,
    ],
    [
      'passes if its service is down',
      'a decision that is impossible never passes',
      { decide: () => 'pass' },
      /throws or pauses/,
    ],
  ]
  it.each(broken)('%s: "%s" fails', async (_what, name, parts, message) => {
    const strategy = { ...defineCheckpointStrategy({ decide: () => 'pass' }), ...parts }
    const create = async () => ({ strategy, close: async () => {} })
    const found = checkpointStrategyContract({ create, faults: hooks }).find((each) => each.name === name)
    expect(found?.covered).toBe(true)
    await expect(found?.run()).rejects.toThrow(message)
  })
})
