import { expect, it } from 'vitest'
import { setCodexStage } from './codex-stage.ts'
import { type ModelRequest, run, say } from './fake-responses.ts'

const text = 'Use the word marmalade.'
const timesIn = ({ body }: ModelRequest): number => JSON.stringify(body.input).split('marmalade').length - 1
const used = (turns: number) => ({
  inputTokens: 100 * turns,
  cachedInputTokens: 10 * turns,
  outputTokens: 20 * turns,
})

it('gives a running session a text once, in another turn of its thread, and counts both', async () => {
  let steered: Promise<boolean> | undefined
  const stage = await setCodexStage(({ prompt, outputs }) => {
    if (prompt === text) return [say('{"used":"marmalade"}')]
    if (outputs.length === 0) return [run('echo hi')]
    const { sessionId } = stage.progress.find(({ type }) => type === 'session') as { sessionId: string }
    steered = stage.driver.steer?.(sessionId, text)
    return [say('{"used":"jam"}')]
  })
  const properties = { used: { type: 'string' } }
  const outputSchema = { type: 'object', properties, required: ['used'], additionalProperties: false }
  const result = await stage.session({ outputSchema })
  expect(await steered).toBe(true)
  expect(result).toMatchObject({ output: { used: 'marmalade' }, usage: used(3) })
  const { requests } = stage.model
  expect(requests.map(timesIn)).toEqual([0, 0, 1])
  expect(JSON.stringify(requests[2]!.body.input)).toContain('jam')
  expect(requests[2]!.body.text?.format).toMatchObject({ type: 'json_schema', schema: outputSchema })
  expect(await stage.driver.steer?.(result.sessionId!, text)).toBe(false)
  expect(stage.progress.filter(({ type }) => type === 'session')).toHaveLength(1)
})

it('keeps the text of a turn that is stopped, and continues with it', async () => {
  const stop = new AbortController()
  let steered: Promise<boolean> | undefined
  const stage = await setCodexStage(({ prompt }, number) => {
    if (number === 0) {
      const { sessionId } = stage.progress.find(({ type }) => type === 'session') as { sessionId: string }
      steered = stage.driver.steer?.(sessionId, text)
    }
    if (prompt !== text) return [say('done')]
    stop.abort(new Error('stopped'))
    return 'hang'
  })
  await expect(stage.session({}, stop.signal)).rejects.toThrow('stopped')
  expect(await steered).toBe(true)
  expect(stage.progress.findLast(({ type }) => type === 'usage')).toEqual({ type: 'usage', usage: used(1) })
  const { sessionId } = stage.progress.find(({ type }) => type === 'session') as { sessionId: string }
  const resumed = await stage.session({ resume: sessionId, prompt: 'Continue.' })
  expect(resumed.usage).toEqual(used(1))
  expect(timesIn(stage.model.requests.at(-1)!)).toBe(1)
})
