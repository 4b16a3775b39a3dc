import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startChatServer, writeHello } from '../fixtures/chat-server.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'

afterAll(removeFolders)

it('is raised by a resume, and by an answer with an amount', async () => {
  const { url } = await startChatServer((request) => ({ ...writeHello(request), tokens: 50 }))
  const [repository, folder] = [makeRepository(), makeFolder()]
  const plan = join(folder, 'plan.md')
  const task = (id: number): string => `## Task ${id}: Greet ${id}\n\nWrite hello.txt.\n\nEmpty: ok\n`
  writeFileSync(plan, `# Plan\n\n${[1, 2, 3].map(task).join('\n')}`)
  const agent = ['--repo', repository, '--driver', 'api', '--base-url', url, '--model', 'small']
  const env = { OPENAI_API_KEY: 'k' }
  const flags = [
    '--trust',
    'autonomous',
    '--yes',
    '--no-review',
    '--target',
    'work',
    '--budget-tokens',
    '120',
  ]
  const first = await cli(['run', plan, ...agent, ...flags], { env })
  expect(first.code, first.stderr).toBe(3)
  expect(first.stdout).toContain('? 2  Greet 2  waiting')
  expect(first.stdout).toContain(
    '  150 of 120 tokens\n  1 of 3 phases done; at their rate the other 2 need about 200 tokens\n',
  )
  expect(first.stdout).toMatch(/^ {2}amelia resume \S+ .*--budget-tokens N$/m)
  const [runId = ''] = /\d{4}-\d\d-\d\d-\w+/.exec(/amelia resume (\S+)/.exec(first.stdout)?.[1] ?? '') ?? []
  const { stdout } = await cli(['status', runId, '--repo', repository, '--json'])
  const { gates } = JSON.parse(stdout) as { gates: { id: string }[] }
  const answer = (...words: string[]) => cli(['answer', runId, gates[0]!.id, ...words, '--repo', repository])

  for (const [words, code, message] of [
    [['abort', '--tokens', '5'], 2, '--tokens and --usd have no effect with the answer abort.'],
    [['approve', '--tokens', '0'], 2, 'Expected a number greater than 0.'],
    [['approve', '--usd', '5'], 2, 'has no limit of usd. It limits: tokens.'],
  ] as const) {
    const refused = await answer(...words)
    expect(refused.stderr).toContain(message)
    expect(refused.code).toBe(code)
  }
  const low = await cli(['resume', runId, ...agent, '--budget-tokens', '60'], { env })
  expect(low.code).toBe(2)
  expect(low.stderr).toMatch(/must be above the \d+ that run \S+ has used; got 60\./)

  expect((await answer('approve', '--tokens', '5')).code).toBe(0)
  const second = await cli(['resume', runId, ...agent], { env })
  expect(second.code, second.stderr).toBe(3)
  const third = await cli(['resume', runId, ...agent, '--budget-tokens', '100000'], { env })
  expect(third.code, third.stdout + third.stderr).toBe(0)
  expect(git(repository, 'show', 'work:hello.txt')).toBe('hello')
})
