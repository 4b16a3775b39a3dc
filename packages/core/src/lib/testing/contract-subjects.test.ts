import { expect, it } from 'vitest'
import { defineCheckpointStrategy } from '../contract/checkpoint-strategy.ts'
import { defineEvaluator, defineReviewer } from '../contract/reviewer.ts'
import type { ContractCase } from './contract-case.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { checkpointStrategyContract } from './review/checkpoint-strategy-contract.ts'
import { evaluatorContract } from './review/evaluator-contract.ts'
import { reviewerContract } from './review/reviewer-contract.ts'
import { runStoreContract } from './store/run-store-contract.ts'

const close = async (): Promise<void> => {}
/** Runs one case. Its hook has the type of what `create` returns, which the compiler checks. */
const runCase = (cases: ContractCase[], name: string): Promise<void> =>
  cases.find((each) => each.name === name)!.run()

it('a hook of each contract receives what `create` returned', async () => {
  const seen: string[] = []
  await runCase(
    reviewerContract({
      create: async () => ({
        model: 'reviewer',
        reviewer: defineReviewer({
          ...{ id: 'r', scope: 'phase' },
          review: async () => ({ approved: true, summary: 'Good.', comments: [] }),
        }),
        close,
      }),
      faults: { judge: async ({ model }) => void seen.push(model) },
    }),
    'an approval is a verdict',
  )
  await runCase(
    evaluatorContract({
      create: async () => ({
        model: 'evaluator',
        evaluator: defineEvaluator({
          evaluate: async (comments) => comments.map(({ id }) => ({ id, disposition: 'reject' })),
        }),
        close,
      }),
      faults: { judge: async ({ model }) => void seen.push(model) },
    }),
    'each comment has one judgement, and no other comment has any',
  )
  await runCase(
    checkpointStrategyContract({
      create: async () => ({
        model: 'strategy',
        strategy: defineCheckpointStrategy({ decide: () => ({ pause: false }) }),
        close,
      }),
      faults: { decide: async ({ model }) => void seen.push(model) },
    }),
    'the decision to pass is a verdict',
  )
  await runCase(
    runStoreContract({
      create: async () => ({ folder: 'store', store: createMemoryStore(), close }),
      faults: {
        abandon: async ({ folder, store }, { runId }) => {
          seen.push(folder)
          store.abandon(runId)
        },
      },
    }),
    'fault 61: the run of a dead owner can be acquired, and the dead lease writes nothing',
  )
  expect(seen).toEqual(['reviewer', 'evaluator', 'strategy', 'store'])
})

it('hooks of a store may be asynchronous, or all synchronous', async () => {
  let reopened = 0
  const closed: string[] = []
  const create = () => ({
    store: createMemoryStore(() => Date.UTC(2026, 0, 1)),
    close: () => void closed.push('store'),
  })
  const abandon = ({ store }: ReturnType<typeof create>, { runId }: { runId: string }) => store.abandon(runId)
  const later = runStoreContract({
    create,
    faults: {
      abandon,
      reopen: async ({ store }) => {
        await Promise.resolve()
        reopened += 1
        return store
      },
    },
  })
  for (const each of later.filter(({ covered }) => covered)) await each.run()
  expect(reopened).toBe(4)
  const now = runStoreContract({ create, faults: { abandon, reopen: ({ store }) => store } })
  for (const each of now.filter(({ covered }) => covered)) await each.run()
  expect(closed.length).toBe(2 * now.filter(({ covered }) => covered).length)
})

it('the subject and the hooks of a reviewer may be synchronous', async () => {
  let approves = true
  const cases = reviewerContract({
    create: () => ({
      reviewer: defineReviewer({
        ...{ id: 'r', scope: 'phase' },
        review: async () => ({ approved: approves, summary: 'Read.', comments: [] }),
      }),
      close: () => {},
    }),
    faults: { judge: (_subject, approved) => void (approves = approved) },
  })
  await runCase(cases, 'an approval is a verdict')
})
