import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startChatServer, writeHello } from './fixtures/chat-server.ts'
import { cli, git, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

/** An environment without any credentials. */
const nobody = (): Record<string, string> => {
  const home = makeFolder()
  mkdirSync(join(home, 'state'))
  return {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    ...Object.fromEntries(
      [
        'ANTHROPIC_API_KEY',
        'ANTHROPIC_AUTH_TOKEN',
        'ANTHROPIC_BASE_URL',
        'CLAUDE_CODE_OAUTH_TOKEN',
        'CLAUDE_CODE_USE_BEDROCK',
        'CLAUDE_CODE_USE_VERTEX',
        'CLAUDE_CODE_USE_FOUNDRY',
        'CLAUDE_CONFIG_DIR',
        'OPENAI_API_KEY',
        'OPENAI_BASE_URL',
      ].map((name) => [name, '']),
    ),
  }
}

const run = async (...flags: string[]) => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1' }])
  const before = snapshot(repository)
  const env = nobody()
  const args = ['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', ...flags]
  const outcome = await cli(args, { env })
  expect(snapshot(repository)).toBe(before)
  return outcome
}

describe('the driver of a run', () => {
  it.each([
    ['claude', 'ANTHROPIC_API_KEY'],
    ['codex', 'OPENAI_API_KEY'],
  ])('%s without a key names the variable to set, before creating anything', async (name, variable) => {
    const { code, stdout, stderr } = await run('--driver', name)
    expect(code).toBe(2)
    expect(stderr).toContain(`Set the environment variable ${variable}`)
    expect(stdout).toBe('')
  })

  it('is shown by a dry run with what it may do', async () => {
    const flags = ['--driver', 'api', '--base-url', 'http://127.0.0.1:1', '--model', 'a-model']
    const { code, stdout } = await run(...flags, '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('--driver api --base-url http://127.0.0.1:1 --model a-model')
    expect(stdout).toMatch(/^Agents:\n- api\n {4}May: .*$/m)
  })

  it('must be a known one', async () => {
    const { code, stderr } = await run('--driver', 'none')
    expect(code).toBe(2)
    expect(stderr).toContain(
      'Drivers: steps, claude, codex, api, command, acp, opencode, gemini, copilot, goose, qwen, kimi, vibe, claude-acp, codex-acp.',
    )
  })

  it('must be an agent to have a model', async () => {
    const { code, stderr } = await run('--model', 'a-model')
    expect(code).toBe(2)
    expect(stderr).toContain('--model needs a driver.\nAdd --driver NAME, one of: claude, ')
  })

  it.each([
    [['--driver', 'api', '--model', 'm'], '--driver api needs the URL of a server.\nAdd --base-url URL.'],
    [['--driver', 'api', '--model', 'm', '--base-url', 'nowhere'], '`baseUrl` is not a valid'],
    [['--base-url', 'http://127.0.0.1:1'], 'Add --driver NAME, one of: claude, codex, api.'],
    [['--driver', 'command'], "Add --agent 'CMD'."],
    [
      ['--driver', 'command', '--agent', 'no-such-agent'],
      "The agent's command was not found: no-such-agent.",
    ],
    [['--driver', 'command', '--agent', 'a | b'], 'contains shell syntax (|)'],
    [['--driver', 'codex', '--max-turns', '5'], '--max-turns has no effect with --driver codex.'],
    [['--driver', 'claude', '--idle-timeout', '5'], 'Expected a duration such as 90s, 10m, 2h or 14d.'],
    [
      ['--driver', 'claude', '--agent-config', 'no-such-file.json'],
      '--agent-config no-such-file.json cannot be read',
    ],
    [['--reviewer-model', 'm'], 'Add --reviewer-driver NAME.'],
    [
      ['--reviewer-driver', 'robot'],
      'Drivers: steps, claude, codex, api, command, acp, opencode, gemini, copilot, goose, qwen, kimi, vibe, claude-acp, codex-acp.',
    ],
    [['--agent', 'sh'], '--agent needs a driver.\nAdd --driver NAME, one of: command, acp.'],
    [['--driver', 'codex', '--agent-env', 'KEY'], '--agent-env has no effect with --driver codex.'],
  ])('is checked before creating anything: %j', async (flags, message) => {
    const { code, stderr } = await run(...flags)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('can be any command, which also reviews, and receives the named variables', async () => {
    const [repository, folder] = [makeRepository(), makeFolder()]
    const [plan, agent] = [join(folder, 'plan.md'), join(folder, 'agent.sh')]
    writeFileSync(plan, '# Plan\n\n## Task 1: Greet\n\nWrite hello.txt.\n')
    const approval = { approved: true, summary: 'Good.', comments: [] }
    const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: ['hello.txt'], notDone: [] }
    writeFileSync(
      agent,
      [
        'case "$(cat)" in',
        `*'## Verdict'*) cat hello.txt >> ${folder}/reviewed; echo '${JSON.stringify(approval)}';;`,
        `*) echo "$GREETING" > hello.txt; echo '${JSON.stringify(report)}';;`,
        'esac',
        '',
      ].join('\n'),
    )
    const { code, stdout, stderr } = await cli(
      ['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', '--driver', 'command'].concat([
        '--agent',
        `sh ${agent}`,
        '--agent-env',
        'GREETING',
        '--target',
        'work',
      ]),
      { env: { ...nobody(), GREETING: 'hello' } },
    )
    expect({ code, stderr }, stdout).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^note: Budget: .*\n$/),
    })
    expect(git(repository, 'show', 'work:hello.txt')).toBe('hello')
    expect(readFileSync(join(folder, 'reviewed'), 'utf8'), 'reviewed once').toBe('hello\n')
  })

  it('can be a model behind any server for chat completions, with the key of a named variable', async () => {
    const { url, requests } = await startChatServer(writeHello)
    const [repository, folder] = [makeRepository(), makeFolder()]
    const plan = join(folder, 'plan.md')
    writeFileSync(plan, '# Plan\n\n## Task 1: Greet\n\nWrite hello.txt.\n')
    const { code, stdout, stderr } = await cli(
      ['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', '--target', 'work'].concat([
        '--no-review',
        '--driver',
        'api',
        '--base-url',
        url,
        '--model',
        'small',
        '--api-key-env',
        'LOCAL_KEY',
        '--budget-tokens',
        '1000000',
      ]),
      { env: { ...nobody(), LOCAL_KEY: 'k-123' } },
    )
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
    expect(git(repository, 'show', 'work:hello.txt')).toBe('hello')
    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer k-123', 'Bearer k-123'])
    expect(requests[0]?.model).toBe('small')
  })
})
