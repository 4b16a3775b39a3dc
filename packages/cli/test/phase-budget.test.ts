import { afterAll, expect, it } from 'vitest'
import { doneReport, startChatServer, writeHello } from './fixtures/chat-server.ts'
import { cli, git, makeRepository, removeFolders } from './fixtures/cli.ts'
import { write } from '../../../test/fixtures/repository.ts'

afterAll(removeFolders)

const prepare = () => {
  const cwd = makeRepository()
  write(cwd, { 'plan.md': '# Files\n\n### Task 1: A file\n\nWrite it.\n' })
  return cwd
}

it('refuses a limit of each phase that the agent cannot count', async () => {
  const agent = ['--driver', 'command', '--agent', 'cat']
  const flags = ['run', 'plan.md', ...agent, '--phase-budget-tokens', '100']
  const { code, stderr } = await cli(flags, { cwd: prepare() })
  expect(code).toBe(2)
  expect(stderr).toContain('The driver "cat" cannot count tokens')
})

it('asks before a phase spends more than its limit', { timeout: 120_000 }, async () => {
  const { url, requests } = await startChatServer((request) =>
    requests.length === 1 ? writeHello(request) : doneReport,
  )
  const cwd = prepare()
  const agent = [
    '--driver',
    'api',
    '--base-url',
    url,
    '--model',
    'small',
    '--no-review',
    '--yes',
    '--trust',
    'autonomous',
  ]
  const flags = ['run', 'plan.md', ...agent, '--phase-budget-tokens', '10', '--target', 'work']
  const first = await cli(flags, { cwd })
  expect(first.code, first.stdout + first.stderr).toBe(3)
  expect(first.stdout).toContain('Phase 1 has used up its budget')
  expect(requests).toHaveLength(1)
  const answer = await cli(['answer', 'blocker:1:1', 'approve'], { cwd })
  expect(answer.code, answer.stdout + answer.stderr).toBe(0)
  const again = await cli(['resume'], { cwd })
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect(git(cwd, 'show', 'work:hello.txt')).toBe('hello')
})
