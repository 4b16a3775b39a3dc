import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createRun } from '@amelia/core'
import { gitContract, gitContractFiles } from '@amelia/core/testing'
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

/** Creates a repository on the branch `main`, and a second branch, `release`. */
const create = async (files = {}) => {
  const repo = mkdtempSync(join(tmpdir(), 'amelia-git-'))
  const run = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
  run('init', '-q', '-b', 'main')
  run('config', 'user.name', 'Ada')
  run('config', 'user.email', 'ada@example.org')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), content)
  }
  run('add', '.')
  run('commit', '-q', '--allow-empty', '-m', 'Begin')
  run('branch', 'release')
  const moved = []
  const host = nodeHost({ repo, slots: `${repo}-slots` })
  const git = guardGit(host.git, { protect: ['release'], log: (line) => moved.push(line) })
  const close = async () => {
    for (const folder of [repo, `${repo}-slots`]) rmSync(folder, { recursive: true, force: true })
  }
  return { host: { ...host, git }, git, run, moved, close }
}

const cases = gitContract({
  async create() {
    const subject = await create(gitContractFiles)
    return { ...subject, base: subject.run('rev-parse', 'main'), branch: 'refs/heads/main' }
  },
  features: { ignore: true, binary: true, lines: true, fingerprint: true, slots: true },
})
for (const { name, covered, missing, run } of cases)
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

const inRepository = async (task) => {
  const { host, run, moved, close } = await create()
  try {
    await task(host, { git: run, moved })
  } finally {
    await close()
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

test('a protected branch stays, and the report says why', () =>
  inRepository(async (host, { git }) => {
    const before = git('rev-parse', 'release')
    const options = { plan, host, target: 'release', trust: 'autonomous', planApproved: true, reviewers: [] }
    const { targetPublished, targetNote } = await (await createRun(options)).start()
    assert.equal(targetPublished, false)
    assert.equal(targetNote, 'release was not moved: it is protected.')
    assert.equal(git('rev-parse', 'release'), before)
  }))
