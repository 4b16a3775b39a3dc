import { describe, expect, it } from 'vitest'
import type { SessionProgress, SessionRequest } from '../../contract/driver.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { createScriptedDriver } from './scripted-driver.ts'

const request: SessionRequest = {
  role: 'developer',
  prompt: 'Do it.',
  workspace: { id: 'w', base: 'c0', fs: createMemoryFiles(new Map()) },
  access: 'write',
  limits: {},
}
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
