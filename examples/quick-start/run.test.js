import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))

test('the plan becomes one commit per phase', () => {
  const repo = mkdtempSync(join(tmpdir(), 'amelia-quick-start-'))
  const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  writeFileSync(join(repo, 'README.md'), '# Greetings\n')
  git('add', '.')
  git('commit', '-q', '-m', 'Begin')
  copyFileSync(path('plan.md'), join(repo, 'plan.md'))
  const output = execFileSync(process.execPath, [path('run.js')], { cwd: repo, encoding: 'utf8' })
  const [first, second, last] = output.trim().split('\n')
  assert.match(first, /^1 [0-9a-f]{40}$/)
  assert.match(second, /^2 [0-9a-f]{40}$/)
  const [, target] = /^completed (refs\/heads\/amelia\/\S+)$/.exec(last)
  assert.match(git('log', '--format=%s', `main..${target}`), /^Phase 2: Shout\nPhase 1: Greet$/m)
  rmSync(repo, { recursive: true })
})
