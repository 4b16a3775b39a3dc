import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const names = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'CLAUDE_CODE_OAUTH_TOKEN']
const others = ['CLAUDE_CONFIG_DIR', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_HOME']

/** An environment with logins to subscriptions, and without keys. */
const loggedIn = (): Record<string, string> => {
  const home = makeFolder()
  mkdirSync(join(home, '.claude'))
  mkdirSync(join(home, '.codex'))
  const login = { accessToken: 'sk-ant-oat01-secret', subscriptionType: 'max' }
  writeFileSync(join(home, '.claude', '.credentials.json'), JSON.stringify({ claudeAiOauth: login }))
  const tokens = { access_token: 'secret-token' }
  writeFileSync(join(home, '.codex', 'auth.json'), JSON.stringify({ auth_mode: 'chatgpt', tokens }))
  return { HOME: home, ...Object.fromEntries([...names, ...others].map((name) => [name, ''])) }
}

const doctor = async (
  env: Record<string, string>,
): Promise<{ text: string; detailOf(name: string): string }> => {
  const { stdout } = await cli(['doctor', '--repo', makeRepository(), '--json'], { env })
  const { checks } = JSON.parse(stdout) as { checks: { name: string; detail: string }[] }
  return { text: stdout, detailOf: (name) => checks.find((check) => check.name === name)?.detail ?? '' }
}

const empty =
  'if that is empty: permission: asks you at once, and continues after your answer; rate_limited: waits until the provider accepts sessions, or takes the next agent with another provider'

it('amelia doctor names the account that pays, and the response when it is empty', {
  timeout: 60_000,
}, async () => {
  const login = await doctor(loggedIn())
  const credit = 'the credit for sessions of programs (separate from the usage limits since June 2026)'
  expect(login.detailOf('claude')).toContain(
    `Claude's own login on this machine; paid by: ${credit}, of the max subscription of that login; ${empty}`,
  )
  expect(login.detailOf('codex')).toContain(
    `; paid by: the ChatGPT plan of that login, with its limits for Codex; ${empty}`,
  )
  expect(login.text).not.toContain('secret')

  const key = { ...loggedIn(), ANTHROPIC_API_KEY: 'sk-hidden', OPENAI_API_KEY: 'sk-hidden' }
  const { text, detailOf } = await doctor({ ...key, OPENAI_BASE_URL: 'http://127.0.0.1:4000/v1' })
  expect(detailOf('claude')).toContain(
    "the key in ANTHROPIC_API_KEY; paid by: the API account of that key, at the API's prices; ",
  )
  expect(detailOf('codex')).toContain('paid by: unknown: the server 127.0.0.1:4000 decides; ')
  expect(text).not.toContain('hidden')
})

it('the dry run uses these words', { timeout: 60_000 }, async () => {
  const plan = join(makeFolder(), 'plan.md')
  writeFileSync(plan, '# Plan\n\n## Task 1: Greet\n\nWrite hello.txt.\n')
  const place = ['run', plan, '--repo', makeRepository(), '--dry-run', '--no-review']
  const agents = ['--driver', 'api,command', '--base-url', 'http://127.0.0.1:4000/v1', '--model', 'm']
  const { stdout } = await cli([...place, ...agents, '--agent', 'sh agent.sh'])
  const flat = stdout.replace(/\s+/g, ' ')
  expect(flat).toContain(`Paid by: unknown: 127.0.0.1:4000 decides I${empty.slice(1)}`)
  expect(flat).toMatch(/Login: that of \S+ Paid by: unknown: \S+ decides Execution Order:/)
})
