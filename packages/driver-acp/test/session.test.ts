import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createManualClock } from '@amelia/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { acpAgent } from '../src/index.ts'
import { createStage, profile, removeFolders, type Stage } from './stage.ts'

afterAll(removeFolders)

const textsOf = ({ emitted }: Stage): string[] =>
  emitted.flatMap((progress) => (progress.type === 'text' ? [progress.text] : []))

describe('a resume', () => {
  it('loads a session where the agent lacks the method that it advertises, without its history', async () => {
    const stage = createStage()
    const { sessionId = '' } = await stage.run()
    stage.write('capabilities.json', { resume: 'missing', load: true })
    stage.emitted.length = 0
    const again = await stage.run({ resume: sessionId, prompt: 'Go on.' })
    expect(again).toMatchObject({ sessionId, text: 'hello' })
    expect(textsOf(stage)).toEqual(['hello'])
    expect(stage.read('received.json')?.['text']).toContain('Go on.')
  })

  it('loads a session where the agent only does that', async () => {
    const stage = createStage()
    const { sessionId = '' } = await stage.run()
    stage.write('capabilities.json', { load: true })
    expect(await stage.run({ resume: sessionId })).toMatchObject({ sessionId })
  })

  it('loses the session of an agent that can do neither', async () => {
    const stage = createStage()
    const { sessionId = '' } = await stage.run()
    stage.write('capabilities.json', {})
    await expect(stage.run({ resume: sessionId })).rejects.toMatchObject({
      details: { class: 'session_lost' },
    })
  })

  it('takes an internal error for a lost session only where the table says so', async () => {
    const stage = createStage({ profile: { ...profile, errors: [] } })
    await expect(stage.run({ resume: 'unknown' })).rejects.toMatchObject({
      details: { class: 'agent_failed' },
    })
  })
})

describe('model and mode', () => {
  it('are set before the prompt, the mode by the access', async () => {
    const stage = createStage()
    const { sessionId = '' } = await stage.run({ access: 'read', model: 'another-model' })
    expect(stage.read(`sessions/${sessionId}.json`)).toMatchObject({ model: 'another-model', mode: 'plan' })
  })

  it('use the method without a schema where the agent has no options', async () => {
    const stage = createStage({ profile: { ...profile, modes: {} } })
    stage.write('capabilities.json', { resume: true, options: false })
    const { sessionId = '' } = await stage.run({ model: 'another-model' })
    expect(stage.read(`sessions/${sessionId}.json`)).toMatchObject({ model: 'another-model' })
  })

  it.each([
    [{ model: 'huge' }, 'The agent refuses the model "huge"'],
    [{ mode: 'yolo' }, 'The agent refuses the mode "yolo"'],
  ])('that are refused end the session before any work: %j', async (options, message) => {
    const stage = createStage(options)
    await expect(stage.run()).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringContaining(message),
    })
    expect(stage.read('received.json')).toBeUndefined()
  })
})

describe('permissions', () => {
  const call = (kind: string, path: string) => ({ kind, locations: [{ path }] })

  it('follow the rules of tools, and never choose an option that lasts', async () => {
    const stage = createStage()
    const at = (path: string): string => join(stage.workspace, path)
    const cases = [
      [call('edit', at('a.txt')), 'allow_once'],
      [call('edit', '/etc/passwd'), 'reject_once'],
      [call('read', at('.git/config')), 'reject_once'],
      [{ kind: 'execute', rawInput: { command: 'npm test' } }, 'allow_once'],
      [{ kind: 'fetch' }, 'reject_once'],
      [{ kind: 'other' }, 'reject_once'],
      [{ kind: 'switch_mode' }, 'reject_once'],
    ] as const
    stage.order({ calls: cases.map(([each]) => each) })
    await stage.run()
    expect(textsOf(stage).slice(0, cases.length)).toEqual(cases.map(([, answer]) => answer))
  })

  it('refuse writes and commands of a session that only reads', async () => {
    const stage = createStage()
    stage.order({
      calls: [call('edit', join(stage.workspace, 'a')), { kind: 'execute' }, call('read', stage.workspace)],
    })
    await stage.run({ access: 'read', role: 'reviewer' })
    expect(textsOf(stage).slice(0, 3)).toEqual(['reject_once', 'reject_once', 'allow_once'])
  })

  it('are cancelled where the only way to allow lasts', async () => {
    const stage = createStage({ tools: ['fetch'] })
    stage.order({ calls: [{ kind: 'fetch' }], options: ['allow_always'] })
    await stage.run()
    expect(textsOf(stage)[0]).toBe('cancelled')
  })
})

describe('usage', () => {
  it('is that of results where the agent adds it up, and no budget counts it', async () => {
    const stage = createStage({ profile: { ...profile, usage: 'result' } })
    const usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 5 }
    expect((await stage.run()).usage).toEqual(usage)
    expect([stage.driver.meters, stage.driver.readUsage]).toEqual([[], undefined])
  })

  it('is unknown where the agent has no figures', async () => {
    const stage = createStage({ profile: { ...profile, usage: 'none' } })
    expect((await stage.run()).usage).toEqual({})
  })

  it('has the dollars of this part only', async () => {
    const stage = createStage()
    const { sessionId = '', usage } = await stage.run()
    expect(usage).toMatchObject({ inputTokens: 10, cachedInputTokens: 4, outputTokens: 5, usd: 0.01 })
    expect((await stage.run({ resume: sessionId })).usage.usd).toBeCloseTo(0.01)
  })
})

describe('ends', () => {
  it('a session that is silent counts as hung', async () => {
    const clock = createManualClock()
    const stage = createStage({}, clock)
    stage.order({ say: 'I begin.\n', hang: true })
    const ending = expect(stage.run()).rejects.toMatchObject({ details: { class: 'hung' } })
    await reached(stage, 'text')
    clock.advance(31 * 60_000)
    await ending
  })

  it('a session that waits for the provider too long fails with its reason', async () => {
    const clock = createManualClock()
    const stage = createStage({}, clock)
    stage.order({ complain: ['Attempt 1 failed: 429 Too Many Requests'], hang: true })
    const ending = expect(stage.run()).rejects.toMatchObject({ details: { class: 'rate_limited' } })
    await reached(stage, 'waiting')
    clock.advance(91_000)
    await ending
  })

  it('a request that is repeated in vain, or after a long time, ends the session at once', async () => {
    const stage = createStage({}, createManualClock())
    stage.order({ complain: ['Attempt 1 failed: 401 Unauthorized'], hang: true })
    await expect(stage.run()).rejects.toMatchObject({ details: { class: 'auth' } })
    stage.order({ complain: ['Attempt 1 failed: 429, please retry in 2h'], hang: true })
    await expect(stage.run()).rejects.toMatchObject({
      details: { class: 'rate_limited', retryAfterMs: 7_200_000 },
    })
  })

  it('a program that ends by itself fails with its error output', async () => {
    const stage = createStage()
    stage.write('capabilities.json', { exit: 3 })
    await expect(stage.run()).rejects.toMatchObject({
      details: { class: 'agent_failed' },
      message: 'The agent failed: its program exited with 3. It does not work.',
    })
  })

  it('a program that does not exist is named, with the way to install it', async () => {
    const { run } = createStage({ agent: 'goose', command: '/no/such/goose acp' })
    await expect(run()).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringContaining('The program of The agent was not found: /no/such/goose.'),
    })
  })
})

describe('settings of the workspace', () => {
  it('that start programs are refused where nothing hides them', async () => {
    const stage = createStage({ profile: { ...profile, projectSettings: ['agent.json', '.agent'] } })
    await stage.run()
    mkdirSync(join(stage.workspace, '.agent'))
    await expect(stage.run()).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringContaining('.agent can start programs in The agent without a question'),
    })
  })

  it('are read where that is allowed', async () => {
    const stage = createStage({
      profile: { ...profile, projectSettings: ['agent.json'] },
      projectSettings: 'allow',
    })
    writeFileSync(join(stage.workspace, 'agent.json'), '{}')
    expect((await stage.run()).text).toBe('hello')
  })
})

it('refuses options that it does not know, and commands that need a shell', () => {
  expect(() => acpAgent({})).toThrow('`command` is missing')
  expect(() => acpAgent({ command: 'agent | tee log' })).toThrow('shell syntax (|)')
  expect(() => acpAgent({ agent: 'unknown' as 'goose' })).toThrow('`agent`')
  expect(() => acpAgent({ agent: 'goose', modle: 'x' } as object)).toThrow('modle')
})

/** Waits until a session has emitted progress of a type. */
const reached = async ({ emitted }: Stage, type: string): Promise<void> => {
  while (!emitted.some((progress) => progress.type === type)) await new Promise((next) => setTimeout(next, 5))
}
