import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChatRequest, type ChatResponse, doneReport, startChatServer } from './fixtures/chat-server.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const declined = { text: 'I cannot help with this.', declined: true } as const

/** Writes a file, and then declines. */
const declines = ({ results }: ChatRequest): ChatResponse =>
  results === 0 ? { tool: 'write', input: { path: 'first.txt', content: 'first' } } : declined

const prepare = async (respond: (request: ChatRequest) => ChatResponse) => {
  const { url, requests } = await startChatServer(respond)
  const [repository, folder] = [makeRepository(), makeFolder()]
  const plan = join(folder, 'plan.md')
  writeFileSync(plan, '# Plan\n\n## Task 1: Greet\n\nWrite hello.txt.\n')
  const args = [
    'run',
    plan,
    '--repo',
    repository,
    '--yes',
    '--trust',
    'autonomous',
    '--target',
    'work',
    '--no-review',
  ]
  return { repository, folder, requests, args, api: ['--base-url', url, '--model', 'small'] }
}

describe('a model that declines the work', { timeout: 120_000 }, () => {
  it('is followed by the next agent, which finds its files', async () => {
    const { repository, folder, requests, args, api } = await prepare(declines)
    const agent = join(folder, 'agent.sh')
    writeFileSync(
      agent,
      `#!/bin/sh\ncat > /dev/null\ncp first.txt hello.txt\necho '${JSON.stringify(doneReport.input)}'\n`,
    )
    chmodSync(agent, 0o755)
    const { code, stdout, stderr } = await cli([...args, '--driver', 'api,command', ...api, '--agent', agent])
    expect(code, stdout + stderr).toBe(0)
    expect(requests).toHaveLength(2)
    expect(git(repository, 'show', 'work:hello.txt')).toBe('first')
    expect(stdout).toContain('continuing with another agent: The provider stopped the response')
  })

  it('is asked about, and continues with the words of a person', async () => {
    const { repository, requests, args, api } = await prepare((request) =>
      request.text.includes('a test of our own') ? { ...doneReport } : declines(request),
    )
    const { code, stdout, stderr } = await cli([...args, '--driver', 'api', ...api])
    expect(code, stdout + stderr).toBe(3)
    expect(requests).toHaveLength(2)
    expect(stdout).toContain('its filter refused the content')
    const words = ['--feedback', 'It is a test of our own firewall.']
    const answer = await cli(['answer', 'blocker:1:1', 'fix', ...words, '--repo', repository])
    expect(answer.code, answer.stdout + answer.stderr).toBe(0)
    const again = await cli(['resume', '--repo', repository])
    expect(again.code, again.stdout + again.stderr).toBe(0)
    expect(git(repository, 'show', 'work:first.txt')).toBe('first')
  })
})
