import type { FailureClass } from '@amelia/core'
import { createManualClock, driverContract, type DriverSubject, type ManualClock } from '@amelia/core/testing'
import { APICallError } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { hangs, says, scriptedModel, type Turn, uses } from './scripted-model.ts'

interface Subject extends DriverSubject {
  play(...turns: Turn[]): void
  clock: ManualClock
  model: ReturnType<typeof scriptedModel>['model']
}
/** The names of the models that received these prompts. */
const names = new WeakMap<object, string>()
const hang = hangs as Extract<Turn, (request: never) => unknown>

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
  refused: refuses(400, 'Invalid prompt: it was flagged as potentially violating our usage policy.'),
}

const cases = driverContract({
  sessionTokens: 15,
  resume: 'process',
  waits: true,
  transcripts: true,
  steers: true,
  async create(): Promise<Subject> {
    const { model, play } = scriptedModel()
    const named = (modelId: string) =>
      new MockLanguageModelV3({
        modelId,
        doGenerate: async (request) => {
          names.set(request.prompt, modelId)
          return model.doGenerate(request)
        },
      })
    const clock = createManualClock()
    const driver = apiAgent({ model, clock, waitLimitMs: 0, modelOf: named })
    return { driver, model, play, clock, close: async () => driver.close?.() }
  },
  faults: {
    hang: play(hangs, hangs),
    work: play(uses(['list', {}]), (request) =>
      JSON.stringify(request.prompt.at(-1)).includes('Continue') ? says('hello') : hang(request),
    ),
    async halt(subject) {
      let resume = (): void => {}
      const halted = new Promise<void>((resolve) => (resume = resolve))
      const waits: Turn = async ({ abortSignal }) => {
        const stopped = new Promise<never>((_resolve, reject) =>
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason as Error)),
        )
        await Promise.race([halted, stopped])
        return says('hello')
      }
      await play(uses(['list', {}]), waits)(subject)
      return { resume }
    },
    // A closed driver keeps nothing.
    async lose({ driver }) {
      await driver.close?.()
    },
    async received(subject) {
      const prompt = (subject as Subject).model.doGenerateCalls.at(-1)?.prompt ?? []
      const model = names.get(prompt)
      return { text: JSON.stringify(prompt), ...(model === undefined ? {} : { model }) }
    },
    refuse: play(uses(['list', {}]), refuses(429, 'slow', { 'retry-after': '0' })),
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
    use: (subject, name, input) => play(uses([name, input]), says('done'))(subject),
    spend: play(uses(['list', {}]), uses(['list', {}]), uses(['list', {}])),
  },
})

for (const { name, covered, run } of cases) if (covered) it(name, run)

it('covers everything but a todo list, failures that an API cannot report, and the parts of a program', () => {
  const open = cases.filter(({ covered }) => !covered)
  expect(open.map(({ name }) => /class (\w+)/.exec(name)?.[1] ?? name)).toEqual([
    'a todo list is reported as it stands, each item in one line',
    'report_invalid',
    'budget_exceeded',
    'cancelled',
    'a session whose program is ended from outside is interrupted, and continues',
    'a session that is stored incompletely is lost',
    'the records of a session contain the tokens of all its parts',
    'an unknown session has no usage',
  ])
})
