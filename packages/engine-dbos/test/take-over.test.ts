import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createRun, openRun, type Report } from '@amelia/core'
import type { PhaseDraft, RunStoreV1 } from '@amelia/core/plugin'
import { createMemoryStore } from '@amelia/core/testing'
import { clusterHost } from '@amelia/engine-dbos'
import { nodeHost } from '@amelia/node'
import { expect, it } from 'vitest'
import { type SharedRepository, sharedRepository } from './shared-repository.ts'

const phase = (id: string, dependsOn: string[] = []): PhaseDraft => ({
  ...{ id, title: id, dependsOn },
  subtasks: [
    {
      id: `${id}.1`,
      title: `Write ${id}`,
      steps: [{ id: `${id}.1.1`, action: 'code', filePath: `work/${id}.txt`, codeChange: `${id}\n` }],
    },
  ],
})

const plan = {
  goal: 'Take over',
  phases: [phase('a'), phase('b', ['a']), phase('c', ['b']), phase('d', ['a']), phase('e', ['c', 'd'])],
}

/** A machine with its own clone. */
const machine = (shared: SharedRepository, store: RunStoreV1) => {
  const { repo, run } = shared.clone()
  const host = { ...nodeHost({ repo, slots: `${repo}-slots` }), store }
  return { run, host: clusterHost({ host, repo, remote: shared.remote }) }
}

const begin = (host: ReturnType<typeof clusterHost>) =>
  createRun({ host, plan, trust: 'autonomous', reviewers: [], planApproved: true })

const subjects = (shared: SharedRepository, report: Report): string[] =>
  shared.run('log', '--format=%s', '--reverse', `${shared.base}..${report.target}`).split('\n')

it('runs a plan whose target is on the remote and in the clone', { timeout: 120_000 }, async () => {
  const shared = sharedRepository()
  const one = machine(shared, createMemoryStore())
  const report = await (await begin(one.host)).start()
  expect(report.status).toBe('completed')
  expect(one.run('rev-parse', report.target)).toBe(shared.run('rev-parse', report.target))
  expect(shared.run('show', `${report.target}:work/e.txt`)).toBe('e')
  expect(shared.run('for-each-ref', `refs/amelia/${report.runId}/composed`)).toBe('')
})

it('continues a run on another machine after its process was lost', { timeout: 120_000 }, async () => {
  const shared = sharedRepository()
  const store = createMemoryStore()
  const one = machine(shared, store)
  const two = machine(shared, store)
  const run = await begin(one.host)
  run.on('phase_completed', ({ phaseId }) => {
    if (phaseId === 'b') store.abandon(run.id)
  })
  await expect(run.start()).rejects.toMatchObject({ code: 'LEASE_LOST' })
  const report = await (await openRun({ host: two.host, runId: run.id })).start()
  expect(report.status).toBe('completed')
  const phases = subjects(shared, report).filter((line) => line.startsWith('Phase'))
  expect(phases.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `Phase ${id}: ${id}`))
  expect(two.run('rev-parse', report.target)).toBe(shared.run('rev-parse', report.target))
})

it('refuses a remote without atomic pushes at the start', { timeout: 60_000 }, async () => {
  const shared = sharedRepository()
  shared.run('config', 'receive.advertiseAtomic', 'false')
  const { host } = machine(shared, createMemoryStore())
  const run = await begin(host)
  await expect(run.start()).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'remote' } })
})

it.each(['orgin', 'ext::touch started', '--upload-pack=touch started', '/nothing/here'])(
  'refuses the remote %j at the first call, without trying again',
  async (remote) => {
    const { repo, run } = sharedRepository().clone()
    run('config', 'protocol.ext.allow', 'always')
    const unreachable: string[] = []
    const own = { ...nodeHost({ repo, slots: `${repo}-slots` }), store: createMemoryStore() }
    const { git } = clusterHost({
      ...{ host: own, repo, remote },
      onUnreachable: (output) => unreachable.push(output),
    })
    const target = 'refs/heads/main'
    for (const call of [
      () => git.readRef(target),
      () => git.listRefs('refs/heads/'),
      () => git.updateRefs([{ ref: target, old: run('rev-parse', 'main'), new: null }]),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'remote' } })
    expect(unreachable).toEqual([])
    expect(existsSync(join(repo, 'started'))).toBe(false)
  },
)

it('reads refs without a change of the remote', async () => {
  const shared = sharedRepository()
  shared.hook('pre-receive', 'exit 1')
  const { host } = machine(shared, createMemoryStore())
  expect(await host.git.readRef('refs/heads/main')).toBe(shared.base)
})
