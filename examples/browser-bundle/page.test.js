import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const plan = readFileSync(new URL('plan.md', import.meta.url), 'utf8')

// A bundle for pages does not build with a module of Node in it.
test('the bundle runs a plan', async () => {
  const file = await bundle()
  const { runInPage } = await import(pathToFileURL(file).href)
  const types = []
  const { status, head } = await runInPage(plan, ({ type }) => types.push(type))
  assert.equal(status, 'completed')
  assert.match(head, /^[0-9a-f]{40}$/)
  assert.ok(types.includes('phase_completed'))
})
