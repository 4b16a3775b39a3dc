import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * An agent that follows any plan: `node following-agent.mjs LOG`. It writes a test where its assignment
 * speaks of tests, which fails until its file in `done` exists, and makes all tests pass: unless the
 * assignment has only tests, and they are expected to fail.
 */
const [log] = process.argv.slice(2)
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk

const answer = (value) => console.log(`\`\`\`json\n${JSON.stringify(value)}\n\`\`\``)
const put = (path, text) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

if (/^You review/.test(prompt)) answer({ approved: true, summary: 'Reviewed.', comments: [] })
else {
  const id = /(?:working on phase|follows up .*phase) (\S+)/.exec(prompt)?.[1]
  const assignment = /^## Assignment\n([^]*?)^## (?:Where to look|Rules|Attempt)/m.exec(prompt)?.[1] ?? ''
  appendFileSync(
    log,
    `${JSON.stringify({ id, returned: prompt.includes('## Your new tests do not fail') })}\n`,
  )
  const parts = assignment.split('\n').filter((line) => /^\s*(?:[-*] \[|###|- \d)/.test(line))
  const named = parts.length > 0 ? parts : [assignment.split('\n')[0]]
  const isTest = (line) => /\btests?\b|_test\.|\.test\.|test_\w+\.py/i.test(line)
  const files = []
  if (isTest(assignment)) {
    const path = join('test', `${id}.test.js`)
    put(
      path,
      `import { test } from 'node:test'\nimport { ok } from 'node:assert'\nimport { existsSync } from 'node:fs'\ntest('${id}', () => ok(existsSync('done/${id}')))\n`,
    )
    files.push(path)
  }
  const areExpectedToFail = prompt.includes('Your new tests are expected to fail')
  if (!areExpectedToFail || !named.every(isTest)) {
    const tested = existsSync('test')
      ? readdirSync('test').map((name) => name.replace(/\.test\.js$/, ''))
      : []
    for (const name of new Set([id, ...tested])) {
      const path = join('done', name)
      if (existsSync(path) && readFileSync(path, 'utf8') !== '') continue
      put(path, `Done by ${id}.\n`)
      files.push(path)
    }
  }
  answer({ status: 'done', summary: `Did ${id}.`, subtasks: [], files, notDone: [] })
}
