import { AmeliaError } from '@amelia/core/plugin'
import { workerGit } from '@amelia/engine-dbos'
import { expect, it } from 'vitest'
import { sharedRepository } from '../shared-repository.ts'

const ref = 'refs/amelia/r1/attempt/1/1'
const request = { ref, message: 'Attempt', date: 1 }

const worker = (
  shared: ReturnType<typeof sharedRepository>,
  claim: string,
  check = () => Promise.resolve(),
) => {
  const clone = shared.clone()
  return { clone, git: workerGit({ git: clone.git, repo: clone.repo, remote: shared.remote, claim, check }) }
}

it('fetches the base of a workspace and pushes the commit to the ref of its claim', async () => {
  const shared = sharedRepository()
  const one = worker(shared, 'c1')
  const two = worker(shared, 'c2')
  const base = one.clone.commit(shared.base, 'New head')
  one.clone.run('push', '--quiet', 'origin', `${base}:refs/amelia/r1/head`)
  const commits: string[] = []
  for (const { git } of [one, two]) {
    const workspace = await git.openWorkspace({ runId: 'r1', base })
    await workspace.fs.writeFile('/b.txt', 'b\n')
    const changes = await git.changedPaths(workspace)
    commits.push((await git.commitAttempt(workspace, { ...request, changes })).commit)
    await git.closeWorkspace(workspace)
  }
  expect(shared.run('rev-parse', `${ref}/c1`, `${ref}/c2`).split('\n')).toEqual(commits)
  // Another machine continues in the kept tree.
  const next = worker(shared, 'c3')
  const workspace = await next.git.openWorkspace({ runId: 'r1', base, tree: commits[0]! })
  expect(String(await workspace.fs.readFile('/b.txt'))).toBe('b\n')
  await next.git.closeWorkspace(workspace)
})

it('pushes nothing once the worker may have been declared dead', async () => {
  const shared = sharedRepository()
  const lost = new AmeliaError('LEASE_LOST', 'The worker is dead.', { runId: 'r1' })
  const { git } = worker(shared, 'c1', () => Promise.reject(lost))
  const workspace = await git.openWorkspace({ runId: 'r1', base: shared.base })
  await workspace.fs.writeFile('/b.txt', 'b\n')
  const changes = await git.changedPaths(workspace)
  await expect(git.commitAttempt(workspace, { ...request, changes })).rejects.toBe(lost)
  expect(shared.run('for-each-ref', 'refs/amelia')).toBe('')
  await git.closeWorkspace(workspace)
})

it('moves its own refs but no shared one', async () => {
  const shared = sharedRepository()
  const { git, clone } = worker(shared, 'c1')
  await git.updateRefs([{ ref: 'refs/amelia/r1/step/1/1', new: shared.base, old: null }])
  expect(clone.run('rev-parse', 'refs/amelia/r1/step/1/1')).toBe(shared.base)
  const moving = git.updateRefs([{ ref: 'refs/heads/main', new: null, old: shared.base }])
  await expect(moving).rejects.toMatchObject({ code: 'OPTION_INVALID' })
})

it('pushes the tree of a workspace that is kept, and another machine continues in it', async () => {
  const shared = sharedRepository()
  const { git } = worker(shared, 'c1')
  const workspace = await git.openWorkspace({ runId: 'r1', base: shared.base, lease: 'c1' })
  await workspace.fs.writeFile('/half.txt', 'half\n')
  await git.closeWorkspace(workspace, { keep: true })
  const next = worker(shared, 'c2')
  const slot = workspace.slot!
  const rescued = await next.git.rescueWorkspace!({ runId: 'r1', slot, base: shared.base, lease: 'c2' })
  expect(String(await rescued!.fs.readFile('/half.txt'))).toBe('half\n')
  expect((await next.git.changedPaths(rescued!)).map(({ path }) => path)).toEqual(['half.txt'])
  await next.git.closeWorkspace(rescued!)
})

it('closes a workspace whose tree may not be pushed any more', async () => {
  const shared = sharedRepository()
  const lost = new AmeliaError('LEASE_LOST', 'The worker is dead.', { runId: 'r1' })
  const clone = shared.clone()
  const closed: unknown[] = []
  const { closeWorkspace } = clone.git
  clone.git.closeWorkspace = async (workspace, options) => {
    closed.push(options)
    await closeWorkspace(workspace, options)
  }
  const own = workerGit({
    ...{ git: clone.git, repo: clone.repo, remote: shared.remote, claim: 'c1' },
    check: () => Promise.reject(lost),
  })
  const workspace = await own.openWorkspace({ runId: 'r1', base: shared.base, lease: 'c1' })
  await expect(own.closeWorkspace(workspace, { keep: true })).rejects.toBe(lost)
  expect(closed).toEqual([{ keep: true }])
})
