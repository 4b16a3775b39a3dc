import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startChatServer, writeHello } from './fixtures/chat-server.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const plan = '# Plan\n\n## Task 1: Greet\n\nWrite hello.txt.\n'

/** Prepares a repository, a plan, and a command agent that reports work. */
const prepare = () => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const [path, agent] = [join(folder, 'plan.md'), join(folder, 'agent.sh')]
  writeFileSync(path, plan)
  const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: ['hello.txt'], notDone: [] }
  writeFileSync(
    agent,
    `#!/bin/sh\ncat > /dev/null\necho hello > hello.txt\necho '${JSON.stringify(report)}'\n`,
  )
  chmodSync(agent, 0o755)
  const args = ['run', path, '--repo', repository, '--trust', 'autonomous', '--yes', '--no-review']
  return { repository, args: [...args, '--target', 'work', '--no-config'], agent }
}

/** Two agents behind one gateway at an address. */
const both = (agent: string, url = 'http://127.0.0.1:4000') => [
  ...['--driver', 'api,command', '--base-url', url, '--model', 'small', '--agent', agent],
]

describe('agents in order of failover', { timeout: 120_000 }, () => {
  it('that have one provider are reported by the run and by the dry run', async () => {
    const { url } = await startChatServer(writeHello)
    const { repository, args, agent } = prepare()
    const named = ['--provider-for', 'api=litellm', '--provider-for', 'command=litellm']
    const shared = 'api and agent both use litellm: if it refuses, neither can take over'
    const { code, stdout, stderr } = await cli([...args, ...both(agent, url), ...named])
    expect(code, stdout + stderr).toBe(0)
    expect(stderr).toContain(
      `warning: ${shared}. If their limits are separate, name the provider of one: --provider-for AGENT=NAME.\n`,
    )
    expect(git(repository, 'show', 'work:hello.txt')).toBe('hello')

    const dry = await cli([...prepare().args, ...both(agent), ...named, '--dry-run'])
    expect(dry.stdout.replace(/\s+/g, ' ')).toContain(`Failover: ${shared}`)
  })

  it('have the host of their server as their provider, and are not reported if it differs', async () => {
    const { args, agent } = prepare()
    const { stdout } = await cli([...args, ...both(agent), '--dry-run'])
    expect(stdout).toContain('\nFailover: api (127.0.0.1:4000), then agent (agent)\n')
    const json = await cli([...args, ...both(agent), '--dry-run', '--json'])
    const list = [
      { name: 'api', provider: '127.0.0.1:4000' },
      { name: 'agent', provider: 'agent' },
    ]
    expect(JSON.parse(json.stdout)).toMatchObject({ failover: [list] })
  })

  it('fail over behind one proxy if their providers have different names', async () => {
    let requests = 0
    const proxy = createServer((_request, response) => {
      requests += 1
      response.writeHead(429, { 'retry-after': '900' }).end('{"error":{"message":"Too many requests"}}')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`
    const { repository, args, agent } = prepare()
    const named = ['--provider-for', 'api=openai', '--provider-for', 'command=anthropic']
    const { code, stdout, stderr } = await cli([...args, ...both(agent, url), ...named])
    expect(code, stdout + stderr).toBe(0)
    expect(stderr).not.toContain('warning:')
    expect(requests).toBe(1)
    expect(stdout).toContain('openai')
    expect(git(repository, 'show', 'work:hello.txt')).toBe('hello')
  })

  it('have the providers of the config file', async () => {
    const { args, agent } = prepare()
    const config = join(makeFolder(), 'amelia.config.json')
    const flags = args.filter((flag) => flag !== '--no-config')
    const variable = { AMELIA_PROVIDER_FOR: 'api=other' }
    const file = { driver: ['api', 'command'], providerFor: { api: 'one', command: 'one' } }
    writeFileSync(config, JSON.stringify(file))
    const rest = both(agent).slice(2)
    const named = await cli([...flags, '--config', config, ...rest, '--dry-run'])
    expect(named.stdout + named.stderr).toContain('api and agent both use one')
    const other = await cli([...flags, '--config', config, ...rest, '--dry-run'], { env: variable })
    expect(other.stdout + other.stderr).toContain('Failover: api (other), then agent (agent)')
  })

  it.each([
    [
      ['--driver', 'command', '--agent', 'true', '--provider-for', 'codex=litellm'],
      '--provider-for codex=litellm is for an agent that the command does not use: it uses command.\nAdd codex to --driver, or leave out --provider-for codex=litellm.\n',
    ],
    [
      ['--provider-for', 'codex=litellm'],
      '--provider-for codex=litellm is for an agent that the command does not use: it uses no agent.\n',
    ],
    [
      ['--provider-for', 'cluade=litellm'],
      '--provider-for cluade=litellm names an unknown agent, "cluade".\nWrite the name of an agent (claude, codex, api, command, acp, opencode, gemini, copilot, goose, qwen, kimi, vibe, claude-acp, codex-acp) and of its provider: --provider-for claude=litellm.\n',
    ],
    [['--provider-for', 'claude'], '--provider-for claude is not AGENT=NAME.\n'],
    [['--provider-for', 'claude='], '--provider-for claude= is not AGENT=NAME.\n'],
    [['--provider-for', ''], '--provider-for "" is not AGENT=NAME.\n'],
    [
      ['--provider-for', 'claude=a', '--provider-for', 'claude=b'],
      '--provider-for names the provider of claude twice: a and b.\nLeave one of them out.\n',
    ],
  ])('refuse %j, which says what to write', async (flags, message) => {
    const { code, stdout, stderr } = await cli([...prepare().args, ...flags])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})
