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

test('the bundle needs nothing from Node, and runs a plan', async () => {
  const file = await bundle()
  const text = readFileSync(file, 'utf8')
  assert.doesNotMatch(text, /(?:from|import|require)\s*\(?["'](?:node:|fs|path|child_process|zlib)/)
  const { runInPage } = await import(pathToFileURL(file).href)
  const types = []
  const { status, head } = await runInPage(plan, ({ type }) => types.push(type))
  assert.equal(status, 'completed')
  assert.match(head, /^[0-9a-f]{40}$/)
  assert.ok(types.includes('phase_completed'))
})
