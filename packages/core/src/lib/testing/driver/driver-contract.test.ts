import { describe, expect, it } from 'vitest'
import {
  defineDriver,
  type DriverV1,
  type SessionProgress,
  type SessionRequest,
  type SessionResume,
} from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { driverContract } from './driver-contract.ts'
import type { DriverFaults } from './driver-faults.ts'

type Session = DriverV1['runSession']

const good: Session = async (_, { signal }) => {
  signal.throwIfAborted()
  return { sessionId: `s${++sessions}`, text: 'hello', usage: { inputTokens: 4 } }
}
let sessions = 0

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
/** Works until it is stopped. A resume ends at once. */
const working =
  (more: (request: SessionRequest) => SessionProgress[] = () => []): Session =>
  async (request, { signal, emit }) => {
    for (const progress of more(request)) emit(progress)
    if (request.resume !== undefined) return { sessionId: 's', text: 'x', usage: { inputTokens: 4 } }
    emit({ type: 'text', text: 'x' })
    return until(signal)
  }
const hanging: Session = (_, { signal }) => until(signal)
const nothing = async (): Promise<void> => {}

type Break = {
  faults?: DriverFaults
  driver?: Partial<DriverV1>
  resume?: SessionResume
  kept?: true
  reads?: true
}

/** Returns the message of the error with which a case fails for a driver; undefined if it passes. */
const judge = async (name: string, runSession: Session, more: Break = {}): Promise<string | undefined> => {
  const driver = defineDriver({ id: 'x', provider: 'x', meters: ['tokens'], runSession, ...more.driver })
  const cases = driverContract({
    create: async () => ({ driver, close: nothing }),
    sessionTokens: 4,
    ...(more.faults ? { faults: more.faults } : {}),
    ...(more.resume ? { resume: more.resume } : {}),
    waits: true,
    transcripts: more.kept ?? false,
    readsUsage: more.reads ?? false,
  })
  const found = cases.filter((each) => each.name === name)
  expect(found).toHaveLength(1)
  expect(found[0]?.covered).toBe(true)
  return found[0]?.run().then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  )
}

const first = 'the result of a session has a text and its usage, and survives JSON'
const resume = 'a resumed session reports only its own usage'
const aborted = 'an aborted session stops, and emits nothing afterwards'
const midway = 'a session aborted midway stops, and emits nothing afterwards'

describe('a driver that fulfils its contract', () => {
  it('passes every case', async () => {
    const cases = driverContract({
      create: async () => ({
        driver: defineDriver({ id: 'x', provider: 'x', meters: [], runSession: good }),
        close: nothing,
      }),
    })
    for (const { covered, run } of cases) if (covered) await run()
    expect(cases.filter(({ covered }) => covered)).toHaveLength(6)
  })

  it('marks cases without their hook as not covered, and skips them', async () => {
    const cases = driverContract({ create: () => Promise.reject(new Error('not made')) })
    const [left] = cases.filter(({ covered }) => !covered)
    await expect(left?.run()).resolves.toBeUndefined()
    expect(cases.filter(({ covered }) => !covered)).toHaveLength(cases.length - 6)
  })
})

describe('a driver that breaks its contract', () => {
  const broken: [string, string, Session, Break, RegExp][] = [
    [
      'needs a phase',
      'a session succeeds without a run, a phase and a unit',
      async ({ phase }) => ({ text: phase!.id, usage: {} }),
      {},
      /undefined/,
    ],
    [
      'has its own tools',
      "the model's tool calls reach the tools of the request, and their results the model",
      async ({ workspace }) => {
        await workspace.fs.writeFile('/used.txt', 'used\n')
        return { text: 'x', usage: {} }
      },
      { faults: { use: nothing } },
      /the calls: expected .*used.txt.*, got \[\]/,
    ],
    [
      'calls a tool twice',
      "the model's tool calls reach the tools of the request, and their results the model",
      async ({ tools }) => {
        for (const path of ['used.txt', 'used.txt'])
          await tools.call('write', JSON.stringify({ path, content: 'used\n' }))
        return { text: 'x', usage: {} }
      },
      { faults: { use: nothing } },
      /the calls/,
    ],
    [
      'fails with a refused call',
      'a call that the tools refuse does not end the session',
      async ({ tools }) => {
        const { problem, text } = await tools.call('read', { path: '../outside' })
        if (problem !== undefined) throw driverError('agent_failed', { message: text })
        return { text: 'x', usage: {} }
      },
      { faults: { use: nothing } },
      /the session succeeds, but it threw .*it holds "\.\."/,
    ],
    ['has no name', 'it has an id and a provider', good, { driver: { id: '' } }, /have a value/],
    [
      'returns a value that is not JSON',
      first,
      async () => ({ text: 'x', output: new Map([[1, 2]]), usage: {} }),
      {},
      /the result survives JSON/,
    ],
    [
      'reports usage that is not a number',
      first,
      async () => ({ text: 'x', usage: { inputTokens: Number.NaN } }),
      {},
      /usage is a number/,
    ],
    [
      'emits a value that is not JSON',
      first,
      async (_, { emit }) => {
        emit({ type: 'usage', usage: { usd: Number.POSITIVE_INFINITY } })
        return { text: 'x', usage: {} }
      },
      {},
      /the progress survives JSON/,
    ],
    [
      'emits a total that shrinks',
      first,
      async (_, { emit }) => {
        emit({ type: 'usage', usage: { inputTokens: 2 } })
        emit({ type: 'usage', usage: { inputTokens: 1 } })
        return { text: 'x', usage: {} }
      },
      {},
      /never shrink/,
    ],
    [
      'changes its request',
      first,
      async (request) => {
        request.prompt = 'mine'
        return { text: 'x', usage: {} }
      },
      {},
      /request is unchanged/,
    ],
    [
      'emits after its end',
      first,
      async (_, { emit }) => {
        queueMicrotask(() =>
          queueMicrotask(() =>
            queueMicrotask(() => queueMicrotask(() => emit({ type: 'text', text: 'late' }))),
          ),
        )
        return { text: 'x', usage: {} }
      },
      {},
      /nothing after its end.*late/,
    ],
    [
      'gives two sessions one id',
      'concurrent sessions are independent',
      async () => ({ sessionId: 'same', text: 'x', usage: { inputTokens: 4 } }),
      {},
      /unique id/,
    ],
    [
      'reports totals instead of the usage of one session',
      resume,
      totals(),
      {},
      /tokens of a (resumed )?session/,
    ],
    [
      'ignores an aborted signal',
      'a signal aborted before the start starts nothing',
      async () => ({ text: 'x', usage: {} }),
      {},
      /reason of the signal/,
    ],
    [
      'emits although it was aborted before',
      'a signal aborted before the start starts nothing',
      async (_, { signal, emit }) => {
        emit({ type: 'text', text: 'x' })
        return until(signal)
      },
      {},
      /its progress/,
    ],
    [
      'wraps the reason of the signal',
      aborted,
      async (_, { signal }) => {
        await until(signal).catch(() => {})
        throw driverError('cancelled')
      },
      { faults: { hang: nothing } },
      /reason of the signal/,
    ],
    ['emits nothing before it ends', midway, good, { faults: { begin: nothing } }, /emits something/],
    [
      'finishes despite an abort',
      midway,
      async (_, { emit, signal }) => {
        emit({ type: 'text', text: 'x' })
        await until(signal).catch(() => {})
        return { text: 'x', usage: {} }
      },
      { faults: { begin: nothing } },
      /reason of the signal/,
    ],
    [
      'stops all sessions when one is aborted',
      'aborting a session does not affect the others',
      allForOne(),
      { faults: { hang: nothing } },
      /continues/,
    ],
    [
      'continues after it is closed',
      'closing a driver ends its sessions',
      good,
      { driver: { close: nothing }, faults: { hang: nothing } },
      /the session fails/,
    ],
    [
      'spends beyond the limit',
      'a session ends when it reaches its token limit',
      good,
      { faults: { spend: nothing } },
      /driver error/,
    ],
    [
      'loses the output',
      'an output requested by schema is in the result, and survives JSON',
      good,
      { faults: { answer: nothing } },
      /the output/,
    ],
    [
      'does not say that it has a todo list',
      'a todo list is reported as it stands, each item in one line',
      good,
      { faults: { list: nothing } },
      /`driver.todo` is true for a driver that emits todo lists: .*; got undefined/,
    ],
    [
      'reports its first todo list only',
      'a todo list is reported as it stands, each item in one line',
      async (_, { emit }) => {
        emit({ type: 'todo', items: [{ text: '1a Write the tests', status: 'pending' }] })
        return { text: 'x', usage: {} }
      },
      { driver: { todo: true }, faults: { list: nothing } },
      /the last list/,
    ],
    [
      'writes nothing',
      'a session with write access leaves the files that it wrote',
      good,
      { faults: { write: nothing } },
      /adds or changes/,
    ],
    [
      'writes with read-only access',
      'a session with read-only access changes no file',
      async ({ workspace }) => {
        await workspace.fs.writeFile('/x', 'x')
        return { text: 'x', usage: {} }
      },
      { faults: { write: nothing } },
      /files are unchanged/,
    ],
    [
      'throws an error that is not a driver error',
      'a failure of the class auth is reported as a driver error of that class',
      async () => {
        throw new Error('401')
      },
      { faults: { fail: nothing } },
      /not Error: 401/,
    ],
    [
      'reports another class',
      'a failure of the class auth is reported as a driver error of that class',
      async () => {
        throw driverError('permission')
      },
      { faults: { fail: nothing } },
      /the class/,
    ],
    [
      'omits the time to wait',
      'a failure includes the time to wait',
      async () => {
        throw driverError('rate_limited')
      },
      { faults: { limit: nothing } },
      /the failure/,
    ],
    [
      'states another reach of its resumes',
      'the driver resumes sessions as far as stated',
      good,
      { resume: 'machine' },
      /`resume`: expected "machine", got "none"/,
    ],
    [
      'reports its id late',
      'a session reports its id before anything that it does',
      working(),
      { resume: 'machine', faults: { work: nothing } },
      /first progress: expected "session", got "text"/,
    ],
    [
      'reports another id than that of its result',
      'a result has the id that its session reported',
      async (_, { emit }) => {
        emit({ type: 'session', sessionId: 'one' })
        return { sessionId: 'other', text: 'x', usage: {} }
      },
      { resume: 'machine' },
      /ids that it reported/,
    ],
    [
      'does not find a session that was stopped',
      'a session that was stopped continues',
      working(({ resume }) => {
        if (resume !== undefined) throw driverError('session_lost')
        return [{ type: 'session', sessionId: 's' }]
      }),
      { resume: 'machine', faults: { work: nothing } },
      /the session succeeds, but it threw/,
    ],
    [
      'omits the usage of a stopped session',
      'a stopped session reports the tokens that it used',
      working(),
      { faults: { work: nothing } },
      /reports its usage/,
    ],
    [
      'forgets what was said',
      'a resumed session contains the prompts of both requests',
      working(() => [{ type: 'session', sessionId: 's' }]),
      { resume: 'machine', faults: { work: nothing, received: async () => ({ text: 'Continue.' }) } },
      /received "Say hello."/,
    ],
    [
      'blames the agent for a signal from outside',
      'a session whose program is ended from outside is interrupted, and continues',
      async (_, { emit }) => {
        emit({ type: 'text', text: 'x' })
        throw driverError('agent_failed')
      },
      { faults: { work: nothing, kill: nothing } },
      /the class: expected "interrupted"/,
    ],
    [
      'starts a new session in place of a lost one',
      'a session that does not exist any more is lost',
      good,
      { resume: 'machine', faults: { lose: nothing } },
      /it fails/,
    ],
    [
      'resumes a part of a session',
      'a session that is stored incompletely is lost',
      good,
      { resume: 'machine', faults: { cut: nothing } },
      /it fails/,
    ],
    [
      'loses one of two resumes',
      'two resumes of one session at once lose nothing',
      good,
      { resume: 'machine', faults: { received: async () => ({ text: 'This is the one.' }) } },
      /contains "This is the other."/,
    ],
    [
      'drops the schema on a resume',
      'a resumed session keeps the schema of its output',
      async ({ resume }) => ({
        sessionId: 's',
        text: 'x',
        usage: {},
        ...(resume === undefined ? { output: { answer: 41 } } : {}),
      }),
      { resume: 'machine', faults: { answer: nothing } },
      /the output/,
    ],
    [
      'drops the model on a resume',
      'a resumed session keeps its model',
      good,
      { resume: 'machine', faults: { received: forgetful() } },
      /the model of the resumed session/,
    ],
    [
      'starts again after a refusal',
      'a request that is refused in mid-session does not end the session',
      async (_, { emit }) => {
        for (const sessionId of ['a', 'b']) emit({ type: 'session', sessionId })
        return { text: 'x', usage: {} }
      },
      { faults: { refuse: nothing } },
      /one session/,
    ],
    [
      'waits silently',
      'a wait inside a session is reported',
      good,
      { faults: { refuse: nothing } },
      /reports that it waits/,
    ],
    [
      'passes a guess on',
      'a time to wait that the server did not send is not reported',
      async () => {
        throw driverError('rate_limited', { retryAfterMs: 500 })
      },
      { faults: { guess: nothing } },
      /the failure/,
    ],
    [
      'keeps no transcript',
      'the transcript of a session contains its prompt',
      good,
      { kept: true },
      /has a transcript/,
    ],
    [
      'keeps the transcript of another session',
      'the transcript of a session contains its prompt',
      good,
      { kept: true, driver: { readTranscript: async () => ({ format: 'json', text: '{}' }) } },
      /contains the prompt/,
    ],
    [
      'invents a transcript',
      'an unknown session has no transcript',
      good,
      { kept: true, driver: { readTranscript: async () => ({ format: 'json', text: '' }) } },
      /undefined/,
    ],
    [
      'loses the transcript of a stopped session',
      'a stopped session has a transcript too',
      working(() => [{ type: 'session', sessionId: 's' }]),
      { kept: true, faults: { work: nothing } },
      /has a transcript/,
    ],
    [
      'reads no usage',
      'the records of a session contain the tokens of all its parts',
      good,
      { reads: true, resume: 'machine' },
      /those of the result, not undefined/,
    ],
    [
      'reads the usage of the last part',
      'the records of a session contain the tokens of all its parts',
      good,
      { reads: true, resume: 'machine', driver: { readUsage: async () => ({ inputTokens: 4 }) } },
      /both parts are added/,
    ],
    [
      'invents usage',
      'an unknown session has no usage',
      good,
      { reads: true, driver: { readUsage: async () => ({}) } },
      /undefined/,
    ],
    [
      'fails forever after one failure',
      'a session after a failed one succeeds',
      async () => {
        throw driverError('transient')
      },
      { faults: { fail: nothing } },
      /succeeds, but it threw/,
    ],
  ]
  it.each(broken)('%s', async (_name, promise, runSession, more, says) => {
    expect(await judge(promise, runSession, more)).toMatch(says)
  })
})

it('accepts a driver that hangs until it is stopped', async () => {
  for (const name of [aborted, 'aborting a session does not affect the others'])
    expect(await judge(name, hanging, { faults: { hang: nothing } })).toBeUndefined()
})

/** Counts the usage of all sessions so far, as a vendor's agent may. */
function totals(): Session {
  let used = 0
  return async () => {
    used += 4
    return { sessionId: 's', text: 'x', usage: { inputTokens: used } }
  }
}

function forgetful(): NonNullable<DriverFaults['received']> {
  let calls = 0
  return async () => ({ text: '', model: calls++ === 0 ? 'another-model' : 'its default' })
}

function allForOne(): Session {
  const every: (() => void)[] = []
  return (_, { signal }) =>
    new Promise((_resolve, reject) => {
      every.push(() => reject(signal.aborted ? (signal.reason as Error) : driverError('cancelled')))
      signal.addEventListener('abort', () => {
        for (const stop of every) stop()
      })
    })
}
