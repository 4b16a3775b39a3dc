import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { bundle } from './build.mjs'
import { startWorkerd } from './start-workerd.mjs'

const plan = readFileSync(new URL('plan.md', import.meta.url), 'utf8')
let worker
before(async () => {
  worker = await startWorkerd(await bundle())
})
after(() => worker?.end())

const post = (body) => fetch(worker.url, { method: 'POST', body: JSON.stringify(body) })

test('the Worker runs a plan and ends with its commit', async () => {
  const answer = await post({ plan, files: { 'README.md': '# Sky\n' } })
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(lines[0].type, 'run_started')
  assert.match(lines.at(-1).commit, /^[0-9a-f]{40}$/)
})

test('the Worker refuses a remote that is not allowed', async () => {
  const answer = await post({ plan, remote: { url: 'https://git.example.org/project.git' } })
  assert.equal(answer.status, 400)
})
