import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRealAgent, type RealAgent } from './real-agent.ts'

const tools = {
  opencode: (path: string) => ({ tool: 'write', input: { filePath: path, content: 'hello' } }),
  gemini: (path: string) => ({ tool: 'write_file', input: { file_path: path, content: 'hello' } }),
}

let agent: RealAgent
afterEach(() => agent.close())

describe.each(['opencode', 'gemini'] as const)('the real %s', (name) => {
  beforeEach(async () => {
    agent = await openRealAgent(name)
  })
  const write = (path: string) => tools[name](path)

  it('writes in its workspace, and nowhere else; a session that it keeps is resumed with its history', async () => {
    const [inside, outside] = [join(agent.workspace, 'x.txt'), join(agent.workspace, '../outside.txt')]
    agent.answers.push(write(inside), write(outside))
    const first = await agent.run({ prompt: 'The first prompt.' }).catch(() => undefined)
    expect(readFileSync(inside, 'utf8')).toBe('hello')
    expect(existsSync(outside)).toBe(false)
    expect(agent.emitted[0]).toMatchObject({ type: 'session' })
    expect(agent.emitted.some(({ type }) => type === 'tool')).toBe(true)
    expect(agent.driver.resume).toBe(name === 'opencode' ? 'machine' : 'none')
    if (agent.driver.resume === 'none') return
    const [started] = agent.emitted
    const resume = started?.type === 'session' ? started.sessionId : ''
    const again = await agent.run({ resume, prompt: 'The second prompt.' })
    expect(again).toMatchObject({ sessionId: first?.sessionId ?? resume, text: 'Hello.' })
    for (const prompt of ['The first prompt.', 'The second prompt.'])
      expect(agent.requests.at(-1)).toContain(prompt)
    expect(again.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 })
  })

  it('does not write in a session that only reads', async () => {
    agent.answers.push(write(join(agent.workspace, 'x.txt')))
    await agent.run({ access: 'read', role: 'reviewer' }).catch(() => {})
    expect(existsSync(join(agent.workspace, 'x.txt'))).toBe(false)
  })

  it('loses a session that does not exist', async () => {
    const resume =
      name === 'opencode' ? 'ses_0000000000000000000000zzzz' : '00000000-0000-4000-8000-000000000000'
    await expect(agent.run({ resume })).rejects.toMatchObject({ details: { class: 'session_lost' } })
  })

  it('ends when it is stopped in a request', async () => {
    agent.answers.push('hang')
    const stop = new AbortController()
    const ending = expect(agent.run({}, stop.signal)).rejects.toThrow('stopped')
    while (agent.requests.length === 0) await new Promise((next) => setTimeout(next, 50))
    stop.abort(new Error('stopped'))
    await ending
  })
})

describe("OpenCode's settings of a workspace", () => {
  it('with a plugin are refused where nothing hides them', async () => {
    agent = await openRealAgent('opencode')
    mkdirSync(join(agent.workspace, '.opencode/plugin'), { recursive: true })
    const plugin = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(agent.workspace, 'ran'))}, '')\nexport const P = async () => ({})\n`
    writeFileSync(join(agent.workspace, '.opencode/plugin/p.ts'), plugin)
    await expect(agent.run()).rejects.toMatchObject({ details: { class: 'environment' } })
    expect(existsSync(join(agent.workspace, 'ran'))).toBe(false)
  })
})

describe('the real OpenCode alone', () => {
  beforeEach(async () => {
    agent = await openRealAgent('opencode')
  })

  it('is refused by its provider: a rate limit ends the session after the limit of its wait', async () => {
    const refusal = { status: 429, message: 'Rate limit reached' }
    agent.answers.push(...Array.from({ length: 30 }, () => refusal))
    await expect(agent.run()).rejects.toMatchObject({ details: { class: 'rate_limited' } })
    expect(agent.emitted.some(({ type }) => type === 'waiting')).toBe(true)
  })
})
