import { describe, expect, it } from 'vitest'
import type { SessionProgress } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { createSessionRequest } from './create-session-request.ts'
import { createScriptedDriver } from './scripted-driver.ts'

const request = createSessionRequest({
  workspace: { id: 'w', base: 'c0', fs: createMemoryFiles(new Map()) },
})
const context = (
  signal = new AbortController().signal,
  emit: (progress: SessionProgress) => void = () => {},
) => ({ signal, emit })

describe('createScriptedDriver', () => {
  it('succeeds without a script, and numbers its sessions', async () => {
    const driver = createScriptedDriver()
    const ids = [await driver.runSession(request, context()), await driver.runSession(request, context())]
    expect(ids).toEqual([0, 1].map((number) => ({ sessionId: `session-${number}`, text: '', usage: {} })))
    expect(driver.requests).toEqual([request, request])
  })

  it('follows its script', async () => {
    const said: SessionProgress[] = []
    const driver = createScriptedDriver(async ({ workspace }, { emit }, number) => {
      await workspace.fs.writeFile('/x', 'x')
      emit({ type: 'text', text: `session ${number}` })
      return { text: 'done', usage: { usd: 1 } }
    })
    expect(
      await driver.runSession(
        request,
        context(undefined, (progress) => said.push(progress)),
      ),
    ).toEqual({
      sessionId: 'session-0',
      text: 'done',
      usage: { usd: 1 },
    })
    expect(said).toEqual([{ type: 'text', text: 'session 0' }])
  })

  it('stops with the reason of the signal, before and after the script', async () => {
    const stop = new AbortController()
    const driver = createScriptedDriver(() => stop.abort(new Error('stopped')))
    await expect(driver.runSession(request, context(stop.signal))).rejects.toThrow('stopped')
    await expect(driver.runSession(request, context(stop.signal))).rejects.toThrow('stopped')
    expect(driver.requests).toHaveLength(1)
  })
})

describe('a scripted driver that resumes sessions', () => {
  const twoParts = (done: string[], fail?: () => void) =>
    createScriptedDriver(
      async (_request, _context, number, session) => {
        await session.once('a', () => done.push('a'))
        if (number === 0) fail?.()
        await session.once('b', () => done.push('b'))
        return { text: session.done.join() }
      },
      { resume: 'machine' },
    )

  it('reports the id, and continues where the session failed', async () => {
    const done: string[] = []
    const said: SessionProgress[] = []
    const driver = twoParts(done, () => {
      throw driverError('rate_limited')
    })
    const emit = (progress: SessionProgress): void => void said.push(progress)
    await expect(
      driver.runSession({ ...request, sessionId: 'given' }, context(undefined, emit)),
    ).rejects.toMatchObject({ details: { class: 'rate_limited' } })
    expect(await driver.runSession({ ...request, resume: 'given' }, context(undefined, emit))).toMatchObject({
      sessionId: 'given',
      text: 'a,b',
    })
    expect(done).toEqual(['a', 'b'])
    expect(said).toEqual([1, 2].map(() => ({ type: 'session', sessionId: 'given' })))
  })

  it('is killed from outside, and continues in a driver with the same sessions', async () => {
    let started = (): void => {}
    const first = createScriptedDriver(
      async (_request, { signal, emit }) => {
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve())
          started()
        })
        emit({ type: 'text', text: 'too late' })
      },
      { resume: 'machine' },
    )
    const said: SessionProgress[] = []
    const begun = new Promise<void>((resolve) => (started = resolve))
    const session = first.runSession(
      request,
      context(undefined, (progress) => said.push(progress)),
    )
    await begun
    first.kill('another')
    first.kill('session-0')
    await expect(session).rejects.toMatchObject({ details: { class: 'interrupted' } })
    expect(said).toEqual([{ type: 'session', sessionId: 'session-0' }])
    const second = createScriptedDriver(() => {}, { resume: 'machine', sessions: first.sessions })
    expect(await second.runSession({ ...request, resume: 'session-0' }, context())).toMatchObject({
      sessionId: 'session-0',
    })
  })

  it('loses a session that was deleted, or whose process ended', async () => {
    const driver = createScriptedDriver(() => {}, { resume: 'process' })
    await driver.runSession(request, context())
    await driver.runSession({ ...request, resume: 'session-0' }, context())
    driver.restart()
    await expect(driver.runSession({ ...request, resume: 'session-0' }, context())).rejects.toMatchObject({
      details: { class: 'session_lost' },
    })
    const other = createScriptedDriver(() => {}, { resume: 'machine' })
    await other.runSession(request, context())
    other.restart()
    await other.runSession({ ...request, resume: 'session-0' }, context())
    other.sessions.delete('session-0')
    await expect(other.runSession({ ...request, resume: 'session-0' }, context())).rejects.toMatchObject({
      details: { class: 'session_lost' },
    })
  })

  it('runs two resumes of one session one after the other, and records the overlap', async () => {
    const order: string[] = []
    const driver = createScriptedDriver(
      async ({ prompt }) => {
        order.push(`${prompt} begins`)
        await Promise.resolve()
        order.push(`${prompt} ends`)
      },
      { resume: 'machine' },
    )
    await driver.runSession({ ...request, prompt: '0' }, context())
    const resumes = ['1', '2'].map((prompt) =>
      driver.runSession({ ...request, prompt, resume: 'session-0' }, context()),
    )
    await Promise.all(resumes)
    expect(order).toEqual(['0', '1', '2'].flatMap((prompt) => [`${prompt} begins`, `${prompt} ends`]))
    expect(driver.overlaps).toEqual(['session-0'])
  })
})
