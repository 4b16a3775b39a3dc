import { createSessionRequest } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { hangs, says, uses } from './scripted-model.ts'
import { failure, runnerOf, stage } from './stage.ts'

describe('stopping a session', () => {
  it('does not wait for a model that ignores the signal, and ignores its late response', async () => {
    let answer = (_: ReturnType<typeof uses>): void => {}
    const { session, heard, workspace } = await stage([
      () => new Promise((resolve) => void (answer = resolve)),
    ])
    const stop = new AbortController()
    const ended = session({}, stop.signal)
    await Promise.resolve()
    const reason = new Error('stopped')
    stop.abort(reason)
    await expect(ended).rejects.toBe(reason)
    answer(uses(['write', { path: 'late.txt', content: 'x' }]))
    await new Promise((resolve) => setImmediate(resolve))
    expect(heard.map(({ type }) => type)).toEqual(['session'])
    await expect(workspace.fs.stat('/late.txt')).rejects.toThrow(/ENOENT/)
  })

  it('waits until a command has ended, and runs no other tool', async () => {
    const stop = new AbortController()
    const order: string[] = []
    const commands = runnerOf(async ({ signal }) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => setImmediate(resolve))
        stop.abort(new Error('stopped'))
      })
      order.push('command ended')
      return { exitCode: null, output: '', truncated: false, durationMs: 1 }
    })
    const { session, workspace, clock } = await stage(
      [uses(['run', { argv: ['sleep'] }], ['write', { path: 'late.txt', content: 'x' }])],
      { commands },
    )
    await session({}, stop.signal).catch((error: Error) => order.push(error.message))
    expect(order).toEqual(['command ended', 'stopped'])
    await expect(workspace.fs.stat('/late.txt')).rejects.toThrow(/ENOENT/)
    expect(clock.waiting).toBe(0)
  })

  it('emits nothing more, whatever event it was stopped at', async () => {
    for (const type of ['usage', 'text', 'tool'] as const) {
      for (const turns of [[{ ...uses(['list', {}]) }], [says('All done.')]]) {
        const { driver, workspace } = await stage(turns)
        const stop = new AbortController()
        const reason = new Error('stopped')
        const after: string[] = []
        const request = createSessionRequest({ prompt: 'x', workspace })
        const ended = driver.runSession(request, {
          signal: stop.signal,
          emit(progress) {
            if (stop.signal.aborted) after.push(progress.type)
            if (progress.type === type) stop.abort(reason)
          },
        })
        if (type === 'tool' && turns[0]?.content?.[0]?.type === 'text') await ended
        else await expect(ended).rejects.toBe(reason)
        expect(after).toEqual([])
      }
    }
  })

  it('also happens when the driver is closed, which drops its conversations', async () => {
    const { session, driver, play } = await stage([])
    const { sessionId = '' } = await session()
    play(hangs)
    const ended = session().catch((error: unknown) => error)
    await driver.close?.()
    expect(await ended).toMatchObject(failure('cancelled', /closed/))
    await expect(session({ resume: sessionId })).rejects.toMatchObject(failure('session_lost', /available/))
  })
})
