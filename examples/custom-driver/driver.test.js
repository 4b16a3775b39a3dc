import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRun } from '@amelia/core'
import { driverContract, memoryHost } from '@amelia/core/testing'
import { chatAgent } from './driver.js'

const say = (response, message) => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...message } }], usage }))
}
const call = (name, input) => ({
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(input) } }],
})
const hang = () => {}

/** Starts a model that greets, or gives the answers that a test has prepared. */
const startModel = async () => {
  const answers = []
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => (answers.shift() ?? ((to) => say(to, { content: 'hello' })))(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/v1`
  return {
    url,
    driver: chatAgent({ url, key: 'none', model: 'm' }),
    answer: (...next) => void answers.push(...next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const refuse = (status, headers) => (response) => response.writeHead(status, headers).end('no')
const statuses = {
  auth: 401,
  permission: 403,
  environment: 404,
  rate_limited: 429,
  agent_failed: 400,
  transient: 503,
}

const cases = driverContract({
  create: startModel,
  sessionTokens: 15,
  faults: {
    hang: async ({ answer }) => answer(hang, hang),
    begin: async ({ answer }) => answer((to) => say(to, call('read', { path: '/x' })), hang),
    failures: Object.keys(statuses),
    fail: async ({ answer }, failure) => answer(refuse(statuses[failure] ?? 400)),
    limit: async ({ answer }, ms) => answer(refuse(429, { 'retry-after': String(ms / 1000) })),
    answer: async ({ answer }, value) => answer((to) => say(to, { content: JSON.stringify(value) })),
    write: async ({ answer }) =>
      answer((to) => say(to, call('write', { path: '/new.txt', content: 'new\n' }))),
    use: async ({ answer }, name, input) => answer((to) => say(to, call(name, input))),
    spend: async ({ answer }) =>
      answer(...Array(1000).fill((to) => say(to, call('read', { path: '/none' })))),
  },
})
for (const { name, covered, missing, run } of cases)
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

test('the agent writes a file, and its tokens are counted', async () => {
  const { driver, answer, close } = await startModel()
  answer((to) => say(to, call('write', { path: '/poem.txt', content: 'Roses.\n' })))
  const host = memoryHost()
  const run = await createRun({
    plan: { phases: [{ id: '1', title: 'Write a poem' }] },
    driver,
    host,
    reviewers: [],
    trust: 'autonomous',
    planApproved: true,
  })
  const { status, head, spent } = await run.start()
  assert.equal(status, 'completed')
  assert.equal(spent.tokens, 30)
  assert.equal(new TextDecoder().decode(await host.git.readFile(head, 'poem.txt')), 'Roses.\n')
  await close()
})

test('a program runs a plan in a repository with the agent', async () => {
  const { url, answer, close } = await startModel()
  answer((to) => say(to, call('write', { path: '/poem.txt', content: 'Roses.\n' })))
  answer((to) => say(to, { content: 'Written.' }))
  answer((to) => say(to, { content: '{"approved":true,"summary":"A poem.","comments":[]}' }))
  const repo = mkdtempSync(join(tmpdir(), 'amelia-driver-'))
  const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  const plan =
    '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | Poem | - |\n\n## Phase 1: Poem\n\nWrite a poem.\n'
  writeFileSync(join(repo, 'plan.md'), plan)
  git('add', '.')
  git('commit', '-q', '-m', 'Begin')
  const env = { ...process.env, MODEL_URL: url, MODEL_KEY: 'none', MODEL: 'm' }
  const program = fileURLToPath(new URL('run.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: repo, env })
  const [developer, reviewer, end] = stdout.split('\n')
  assert.equal(developer, '1 developer: 20 in, 10 out')
  assert.equal(reviewer, '1 reviewer: 10 in, 5 out')
  assert.match(end, /^completed refs\/heads\/amelia\//)
  assert.equal(git('show', `${end.split(' ')[1]}:poem.txt`), 'Roses.\n')
  rmSync(repo, { recursive: true })
  await close()
})
