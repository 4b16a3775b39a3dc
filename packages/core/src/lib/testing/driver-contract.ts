import type { DriverV1, SessionProgress, SessionRequest, SessionResult } from '../contract/driver.ts'
import type { Workspace } from '../contract/workspace.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { FailureClass } from '../policy/failure-class.ts'
import type { ContractCase } from './contract-case.ts'
import { ensure, ensureEqual } from './ensure.ts'
import { createMemoryFiles } from './memory-files.ts'

/** A driver to try, with a model behind it that answers every prompt with a short text. */
export interface DriverSubject {
  driver: DriverV1
  close(): Promise<void>
}

export interface DriverContractOptions {
  create(): Promise<DriverSubject>
  /** A place for sessions to work in. Default: an empty tree in memory, which has no folder. */
  openWorkspace?(): Promise<Workspace>
  /** Faults to inject; a case that needs an absent one is not covered. */
  faults?: {
    /** Makes the model's next answers take longer than any test waits. */
    hang?(subject: DriverSubject): Promise<void>
    /** Makes the next session fail in this way. */
    fail?(subject: DriverSubject, failure: FailureClass): Promise<void>
  }
}

const failures: FailureClass[] = ['transient', 'rate_limited', 'auth', 'permission', 'context_overflow']

/** What every {@link DriverV1} promises, as cases. */
export const driverContract = ({
  create,
  openWorkspace,
  faults = {},
}: DriverContractOptions): ContractCase[] => {
  const { hang, fail } = faults
  const test = (name: string, body: (session: Sessions) => Promise<void>, covered = true): ContractCase => ({
    name,
    covered,
    async run() {
      if (!covered) return
      const subject = await create()
      try {
        const workspace = (await openWorkspace?.()) ?? {
          id: 'w',
          base: '0'.repeat(40),
          fs: createMemoryFiles(new Map()),
        }
        await body(createSessions(subject, workspace))
      } finally {
        await subject.close()
      }
    },
  })

  return [
    test('it says who it is', async ({ subject: { driver } }) => {
      ensureEqual(driver.contract, 'driver-v1', 'the contract')
      ensure(driver.id !== '' && driver.provider !== '', 'id and provider have a value')
      ensure(new Set(driver.meters).size === driver.meters.length, 'nothing is metered twice')
    }),
    test('a session gives a text and what it used, and survives JSON', async ({ run }) => {
      const { result, progress } = await run()
      ensure(typeof result.text === 'string', 'the text is a string')
      for (const value of Object.values(result.usage))
        ensure(Number.isFinite(value) && value >= 0, 'usage is a number from 0')
      ensureEqual(JSON.parse(JSON.stringify(result)), result, 'the result after JSON')
      ensureEqual(JSON.parse(JSON.stringify(progress)), progress, 'the progress after JSON')
    }),
    test('sessions at once do not disturb one another', async ({ run }) => {
      const results = await Promise.all([run(), run(), run()])
      const ids = results.map(({ result }) => result.sessionId).filter((id) => id !== undefined)
      ensure(new Set(ids).size === ids.length, 'each session has an id of its own')
    }),
    test('a session goes on with an earlier one and tells only what it used itself', async ({ run }) => {
      const first = await run()
      if (first.result.sessionId === undefined) return
      const second = await run({ resume: first.result.sessionId })
      const used = (result: SessionResult): number =>
        (result.usage.inputTokens ?? 0) + (result.usage.outputTokens ?? 0)
      ensure(used(second.result) >= 0, 'what the second session used is no total of both')
    }),
    test('a signal that has aborted before starts nothing', async ({ run }) => {
      const reason = new Error('stopped')
      const error = await run({}, AbortSignal.abort(reason)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      ensure(error === reason, 'it rejects with the reason of the signal')
    }),
    test(
      'a session that is aborted stops, and says nothing afterwards',
      async ({ subject, run }) => {
        await hang?.(subject)
        const stop = new AbortController()
        const reason = new Error('stopped')
        const heard: SessionProgress[] = []
        const running = run({}, stop.signal, heard)
        stop.abort(reason)
        const error = await running.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        ensure(error === reason, 'it rejects with the reason of the signal')
        const before = heard.length
        await Promise.resolve()
        ensure(heard.length === before, 'no progress comes after the end')
      },
      hang !== undefined,
    ),
    ...failures.map((failure) =>
      test(
        `a failure of the class ${failure} comes as a driver error of that class`,
        async ({ subject, run }) => {
          await fail?.(subject, failure)
          const error = await run().then(
            () => undefined,
            (thrown: unknown) => thrown,
          )
          ensure(AmeliaError.is(error, 'DRIVER_FAILED'), 'it rejects with a driver error')
          ensureEqual(error.details.class, failure, 'the class')
        },
        fail !== undefined,
      ),
    ),
  ]
}

interface Sessions {
  subject: DriverSubject
  run(
    more?: Partial<SessionRequest>,
    signal?: AbortSignal,
    heard?: SessionProgress[],
  ): Promise<{ result: SessionResult; progress: SessionProgress[] }>
}

const createSessions = (subject: DriverSubject, workspace: Workspace): Sessions => ({
  subject,
  async run(more = {}, signal = new AbortController().signal, heard = []) {
    const request: SessionRequest = {
      role: 'developer',
      prompt: 'Say hello.',
      workspace,
      access: 'write',
      limits: {},
      ...more,
    }
    const result = await subject.driver.runSession(request, {
      signal,
      emit: (progress) => heard.push(progress),
    })
    return { result, progress: heard }
  },
})
