import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const plan = readFileSync(new URL('plan.md', import.meta.url), 'utf8')

// A bundle for Workers does not build with a module of Node in it.
test('the Worker runs a plan', async () => {
  const file = await bundle()
  const { default: worker } = await import(pathToFileURL(file).href)
  const answer = await worker.fetch(new Request('http://localhost/', { method: 'POST', body: plan }))
  const { status, phases } = await answer.json()
  assert.equal(status, 'completed')
  assert.match(phases[0].commit, /^[0-9a-f]{40}$/)
})

test('a plan that needs an agent is refused with its error', async () => {
  const { default: worker } = await import(pathToFileURL(await bundle()).href)
  const answer = await worker.fetch(
    new Request('http://localhost/', { method: 'POST', body: plan.replaceAll('```', '') }),
  )
  assert.equal(answer.status, 400)
  assert.equal((await answer.json()).code, 'DRIVER_MISSING')
})
