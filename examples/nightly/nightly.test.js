import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { readIssues, runNight } from './nightly.js'

/** Plans one task for each issue, writes its module, and approves it. */
const driver = createScriptedDriver(async ({ role, prompt, workspace }) => {
  if (role === 'architect') {
    const name = /module `(\w+)`/.exec(prompt)[1]
    return { text: `# ${name}\n\n### Task 1: Add the module ${name}\n\n**Files:** \`${name}.js\`\n` }
  }
  const [, name] = /Add the module (\w+)/.exec(prompt)
  await workspace.fs.writeFile(`/${name}.js`, `export const name = '${name}'\n`)
})

test('each issue becomes a reviewed branch, and a second night repeats nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-nightly-'))
  const repo = join(folder, 'repo')
  const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
  mkdirSync(join(folder, 'issues'))
  execFileSync('git', ['init', '-q', '-b', 'main', repo])
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  for (const name of ['dates', 'money'])
    writeFileSync(join(folder, 'issues', `${name}.md`), `Add a module \`${name}\`.\n`)

  const night = async () =>
    runNight({
      issues: await readIssues(join(folder, 'issues')),
      host: nodeHost({ repo, slots: join(folder, 'slots') }),
      driver,
      verify: { syntax: ['git', 'diff', '--check'] },
      budget: { tokens: 1_000_000 },
    })
  const first = await night()
  assert.deepEqual(
    first.map(({ issue, status, target }) => [issue, status, target]),
    [
      ['dates', 'completed', 'refs/heads/issue/dates'],
      ['money', 'completed', 'refs/heads/issue/money'],
    ],
  )
  assert.equal(git('show', 'issue/money:money.js'), "export const name = 'money'")
  assert.deepEqual(await night(), [])
  rmSync(folder, { recursive: true })
})
