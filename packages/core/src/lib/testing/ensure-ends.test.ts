import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineCheckpointStrategy } from '../contract/checkpoint-strategy.ts'
import { defineDriver } from '../contract/driver.ts'
import { defineEvaluator, defineReviewer } from '../contract/reviewer.ts'
import type { ContractCase } from './contract-case.ts'
import { driverContract } from './driver/driver-contract.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { checkpointStrategyContract } from './review/checkpoint-strategy-contract.ts'
import { evaluatorContract } from './review/evaluator-contract.ts'
import { reviewerContract } from './review/reviewer-contract.ts'
import { runStoreContract } from './store/run-store-contract.ts'

const endless = (): Promise<never> => new Promise(() => {})
const nothing = async (): Promise<void> => {}
const hang = { hang: nothing }

/** Returns the error of a case, and whether its subject was closed. */
const judge = async (
  make: (close: () => Promise<void>) => ContractCase[],
  name: RegExp,
): Promise<{ message: string; closed: boolean }> => {
  let closed = false
  const close = async (): Promise<void> => {
    closed = true
  }
  const running = make(close)
    .find((each) => name.test(each.name))!
    .run()
  const error: unknown = await Promise.all([running, vi.runAllTimersAsync()]).catch(
    (reason: unknown) => reason,
  )
  return { message: (error as Error).message, closed }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stopping: Record<string, [(close: () => Promise<void>) => ContractCase[], RegExp]> = {
  'a reviewer': [
    (close) =>
      reviewerContract({
        create: async () => ({
          reviewer: defineReviewer({ id: 'r', scope: 'phase', review: endless }),
          close,
        }),
        faults: hang,
      }),
    /^an aborted review stops/,
  ],
  'an evaluator': [
    (close) =>
      evaluatorContract({
        create: async () => ({ evaluator: defineEvaluator({ evaluate: endless }), close }),
        faults: hang,
      }),
    /^an aborted evaluation stops/,
  ],
  'a checkpoint strategy': [
    (close) =>
      checkpointStrategyContract({
        create: async () => ({ strategy: defineCheckpointStrategy({ decide: endless }), close }),
        faults: hang,
      }),
    /^a decision ends when its signal aborts/,
  ],
  'a driver': [
    (close) =>
      driverContract({
        create: async () => ({
          driver: defineDriver({ id: 'd', provider: 'd', meters: [], runSession: endless }),
          close,
        }),
        faults: hang,
      }),
    /^an aborted session stops/,
  ],
  'a driver that is closed': [
    (close) =>
      driverContract({
        create: async () => ({
          driver: defineDriver({ id: 'd', provider: 'd', meters: [], runSession: endless, close: endless }),
          close,
        }),
        faults: hang,
      }),
    /^closing a driver/,
  ],
}

it.each(Object.entries(stopping))('%s that does not stop fails its case', async (_what, [make, name]) => {
  expect(await judge(make, name)).toEqual({ message: 'Contract broken: it stops within 10 s', closed: true })
})

it('a call that never ends fails its case', async () => {
  const cases = (close: () => Promise<void>): ContractCase[] =>
    runStoreContract({
      create: async () => ({ store: { ...createMemoryStore(), acquire: endless }, close }),
    })
  expect((await judge(cases, /locked run/)).message).toBe('Contract broken: the case ends within 120 s')
})
