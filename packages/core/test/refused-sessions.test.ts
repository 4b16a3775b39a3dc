import { expect, it } from 'vitest'
import { createRun, type FailureClass } from '../src/index.ts'
import { driverError, type SessionProgress } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

/** The sum of a run whose only session reports its progress, and fails. */
const spentBy = async (failure: FailureClass, progress: SessionProgress[], meters = ['tokens' as const]) => {
  const driver = createScriptedDriver((_, { emit }) => {
    for (const each of progress) emit(each)
    throw driverError(failure)
  })
  const run = await createRun({
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
    ...{ host: memoryHost(), driver: { ...driver, meters } },
    ...{ planApproved: true, trust: 'autonomous', reviewers: [] },
    retry: { maxAttempts: 1 },
  })
  const stop = run.subscribe({}, (event) => {
    if (event.type === 'session_charged') run.cancel()
  })
  const { spent } = await run.start()
  stop()
  return spent
}

const text = { type: 'text', text: 'I begin.' } as const
const waits = { type: 'waiting', reason: 'rate_limited' } as const

it.each(['auth', 'permission', 'rate_limited'] as const)('uses no tokens if it only got %s', async (name) => {
  for (const progress of [[], [waits], [{ type: 'session', sessionId: 's' } as const, waits]])
    expect(await spentBy(name, progress)).toMatchObject({ sessions: 1, tokens: 0, unknownTokens: 0 })
})

it('has unknown usage if it worked before it was refused, or if the driver counts nothing', async () => {
  expect(await spentBy('rate_limited', [text])).toMatchObject({ tokens: 0, unknownTokens: 1 })
  expect(await spentBy('auth', [], [])).toMatchObject({ tokens: 0, unknownTokens: 1 })
})

it('keeps the usage that it reported', async () => {
  const usage = { type: 'usage', usage: { inputTokens: 100, outputTokens: 5 } } as const
  expect(await spentBy('rate_limited', [usage])).toMatchObject({ inputTokens: 100, unknownTokens: 0 })
})

it('has unknown usage after a failure that says nothing about requests', async () => {
  for (const name of ['agent_failed', 'hung'] as const)
    expect(await spentBy(name, [])).toMatchObject({ tokens: 0, unknownTokens: 1 })
})
