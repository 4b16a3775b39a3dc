import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const plan = `# Notes

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
| 1 | Write notes | - | - | 1 | ⬜ |

## Phase 1: Write notes

### Notes

\`notes.txt\`:

\`\`\`txt
done
\`\`\`
`

test('the Worker needs nothing from Node, and runs a plan', async () => {
  const file = await bundle()
  const text = readFileSync(file, 'utf8')
  assert.doesNotMatch(text, /(?:from|import|require)\s*\(?["'](?:node:|fs|path|child_process|zlib)/)
  const { default: worker } = await import(pathToFileURL(file).href)
  const answer = await worker.fetch(new Request('http://localhost/', { method: 'POST', body: plan }))
  const { status, phases } = await answer.json()
  assert.equal(status, 'completed')
  assert.match(phases[0].commit, /^[0-9a-f]{40}$/)
})

test('an invalid plan is refused with its error', async () => {
  const { default: worker } = await import(pathToFileURL(await bundle()).href)
  const answer = await worker.fetch(new Request('http://localhost/', { method: 'POST', body: 'Nothing.' }))
  assert.equal(answer.status, 400)
  assert.equal((await answer.json()).code, 'PLAN_INVALID')
})
