import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRun, openRun } from '@amelia/core'
import { gitContract, gitContractFiles, runStoreContract } from '@amelia/core/testing'
import { createRepository } from '@amelia/git-isomorphic'
import { plainHost } from './host.js'

const identity = { name: 'Ada', email: 'ada@example.org' }

const create = async (files = gitContractFiles) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'amelia-host-'))
  const repo = join(folder, 'repo')
  const base = await createRepository({ fs, dir: repo, files, identity })
  const host = plainHost({ repo, runs: join(folder, 'runs'), identity })
  const close = async () => fs.rmSync(folder, { recursive: true })
  return { host, ...host, base, branch: 'refs/heads/main', close }
}

const features = { ignore: true, binary: true, lines: true, slots: true }
for (const { name, covered, missing, run } of gitContract({ create, features }))
  test(`git: ${name}`, { skip: !covered && `needs ${missing.join(', ')}` }, run)
for (const { name, covered, missing, run } of runStoreContract({ create }))
  test(`store: ${name}`, { skip: !covered && `needs ${missing.join(', ')}` }, run)

const codeChange = 'export const answer = 42\n'
const plan = {
  phases: [
    {
      id: '1',
      title: 'Write a module',
      subtasks: [
        {
          id: '1.1',
          title: 'Module',
          steps: [{ id: '1.1.1', action: 'code', filePath: 'answer.js', codeChange }],
        },
      ],
    },
  ],
}

test('a run waits for an answer, and continues on the same host', async () => {
  const { host, close } = await create({ 'README.md': '# Answers\n' })
  const waiting = await createRun({ plan, host, reviewers: [], artifacts: 'none' })
  assert.equal((await waiting.start()).status, 'waiting')
  const onGate = ({ choices }) => choices.approve()
  const { status, head } = await (await openRun({ host, runId: waiting.id, onGate })).start()
  assert.equal(status, 'completed')
  assert.equal(new TextDecoder().decode(await host.git.readFile(head, 'answer.js')), codeChange)
  await close()
})
