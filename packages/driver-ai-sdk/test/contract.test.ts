import type { FailureClass } from '@amelia/core'
import { createManualClock, driverContract, type DriverSubject, type ManualClock } from '@amelia/core/testing'
import { APICallError } from 'ai'
import { expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { hangs, says, scriptedModel, type Turn, uses } from './scripted-model.ts'

interface Subject extends DriverSubject {
  play(...turns: Turn[]): void
  clock: ManualClock
}

const play =
  (...turns: Turn[]) =>
  async (subject: DriverSubject): Promise<void> =>
    (subject as Subject).play(...turns)

const refuses =
  (statusCode: number, message = 'no', responseHeaders: Record<string, string> = {}): Turn =>
  () => {
    throw new APICallError({ message, url: 'http://x', requestBodyValues: {}, statusCode, responseHeaders })
  }

const faults: Partial<Record<FailureClass, Turn>> = {
  transient: refuses(503),
  rate_limited: refuses(429),
  auth: refuses(401),
  permission: refuses(403),
  context_overflow: refuses(400, "This model's maximum context length is 8192 tokens."),
  agent_failed: refuses(400),
  environment: refuses(404),
}

const cases = driverContract({
  sessionTokens: 15,
  async create(): Promise<Subject> {
    const { model, play } = scriptedModel()
    const clock = createManualClock()
    const driver = apiAgent({ model, clock })
    return { driver, play, clock, close: async () => driver.close?.() }
  },
  faults: {
    hang: play(hangs, hangs),
    begin: play(uses(['list', {}]), hangs),
    failures: [...(Object.keys(faults) as FailureClass[]), 'hung'],
    async fail(subject, failure) {
      const { play, clock } = subject as Subject
      play(
        faults[failure] ??
          (async (request) => {
            queueMicrotask(() => clock.advance(600_000))
            return typeof hangs === 'function' ? hangs(request) : {}
          }),
      )
    },
    limit: (subject, ms) => play(refuses(429, 'slow', { 'retry-after': `${ms / 1000}` }))(subject),
    answer: (subject, value) => play(uses(['answer', value]))(subject),
    write: play(uses(['write', { path: 'new.txt', content: 'new\n' }]), says('done')),
    spend: play(uses(['list', {}]), uses(['list', {}]), uses(['list', {}])),
  },
})

for (const { name, covered, run } of cases) if (covered) it(name, run)

it('covers everything but failures that an API cannot report', () => {
  expect(
    cases.filter(({ covered }) => !covered).flatMap(({ name }) => /class (\w+)/.exec(name)?.[1] ?? []),
  ).toEqual(['report_invalid', 'budget_exceeded', 'cancelled'])
})
