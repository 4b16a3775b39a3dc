import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRun } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { guardGit } from './git.js'

const plan = {
  title: 'Notes',
  phases: [
    {
      id: '1',
      title: 'Write notes',
      subtasks: [
        {
          id: '1.1',
          title: 'Notes',
          steps: [{ id: '1.1.1', action: 'code', filePath: 'notes.txt', codeChange: 'done\n' }],
        },
      ],
    },
  ],
}

const inRepository = async (task) => {
  const repo = mkdtempSync(join(tmpdir(), 'amelia-git-'))
  const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  git('branch', 'release')
  const moved = []
  const host = nodeHost({ repo })
  const guarded = guardGit(host.git, { protect: ['release'], log: (line) => moved.push(line) })
  try {
    await task({ ...host, git: guarded }, { git, moved })
  } finally {
    rmSync(repo, { recursive: true })
  }
}

test('a run is logged, reference by reference', () =>
  inRepository(async (host, { git, moved }) => {
    const run = await createRun({ plan, host, trust: 'autonomous', planApproved: true, reviewers: [] })
    const { status, target, head } = await run.start()
    assert.equal(status, 'completed')
    assert.equal(git('rev-parse', target), head)
    assert.ok(moved.some((line) => line.startsWith(target) && line.endsWith(head)))
  }))

test('a protected branch stays, and the report says how to merge the work', () =>
  inRepository(async (host, { git }) => {
    const before = git('rev-parse', 'release')
    const options = { plan, host, target: 'release', trust: 'autonomous', planApproved: true, reviewers: [] }
    const { targetPublished, targetNote } = await (await createRun(options)).start()
    assert.equal(targetPublished, false)
    assert.match(targetNote, /release was not moved: it is protected\. To merge the work: git merge/)
    assert.equal(git('rev-parse', 'release'), before)
  }))
