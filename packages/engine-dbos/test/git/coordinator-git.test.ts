import { expect, it } from 'vitest'
import { coordinatorGit } from '../../src/lib/git/coordinator-git.ts'
import { type Clone, type SharedRepository, sharedRepository } from '../shared-repository.ts'

const head = 'refs/amelia/r1/head'
const phase = 'refs/amelia/r1/phase/1'

const open = (shared: SharedRepository, clone: Clone = shared.clone()) => ({
  clone,
  git: coordinatorGit({ git: clone.git, repo: clone.repo, remote: shared.remote }),
})

/** A coordinator that has taken the run and created its head. */
const started = async () => {
  const shared = sharedRepository()
  const one = open(shared)
  await one.git.takeOver('r1', '1')
  await one.git.updateRefs([{ ref: head, new: shared.base, old: null }])
  return { shared, one }
}

it('moves the refs of the remote and of the clone together', async () => {
  const { shared, one } = await started()
  const commit = one.clone.commit(shared.base, 'Phase 1')
  const fence = shared.run('rev-parse', 'refs/amelia/r1/fence')
  await one.git.updateRefs([
    { ref: head, new: commit, old: shared.base },
    { ref: phase, new: commit, old: null },
    { ref: 'refs/heads/work', new: commit, old: null },
  ])
  for (const ref of [head, phase, 'refs/heads/work']) {
    expect(shared.run('rev-parse', ref)).toBe(commit)
    expect(one.clone.run('rev-parse', ref)).toBe(commit)
  }
  expect(shared.run('rev-parse', 'refs/amelia/r1/fence')).not.toBe(fence)
  expect(await one.git.listRefs('refs/amelia/r1/')).toEqual(
    new Map([
      [head, commit],
      [phase, commit],
    ]),
  )
})

it('reads the remote and fetches its commits in another clone', async () => {
  const { shared, one } = await started()
  const two = open(shared)
  const commit = one.clone.commit(shared.base, 'Phase 1')
  await one.git.updateRefs([{ ref: head, new: commit, old: shared.base }])
  expect(await two.clone.git.readRef(commit)).toBeNull()
  expect(await two.git.readRef(head)).toBe(commit)
  expect(await two.git.readTree(commit)).toBe(one.clone.run('rev-parse', `${commit}^{tree}`))
  expect(await two.git.readRef(phase)).toBeNull()
  expect(await two.git.readRef('1'.repeat(40))).toBeNull()
})

it('moves nothing if one ref has another value on the remote', async () => {
  const { shared, one } = await started()
  const commit = one.clone.commit(shared.base, 'Phase 1')
  const theirs = one.clone.commit(shared.base, 'Someone else')
  one.clone.run('push', '--quiet', 'origin', `${theirs}:refs/heads/main`)
  const moving = one.git.updateRefs([
    { ref: head, new: commit, old: shared.base },
    { ref: 'refs/heads/main', new: commit, old: shared.base },
  ])
  await expect(moving).rejects.toMatchObject({ code: 'REF_MOVED', details: { refs: ['refs/heads/main'] } })
  expect(shared.run('rev-parse', head)).toBe(shared.base)
  expect(one.clone.run('rev-parse', head)).toBe(shared.base)
  // The fence did not move either, so the next push is accepted.
  await one.git.updateRefs([{ ref: head, new: commit, old: shared.base }])
})

it('refuses a stopped coordinator that wakes, also after a revert has restored the head', async () => {
  const { shared, one } = await started()
  const commit = one.clone.commit(shared.base, 'Phase 1')
  await one.git.updateRefs([{ ref: head, new: commit, old: shared.base }])
  await one.git.updateRefs([{ ref: head, new: shared.base, old: commit }])
  const two = open(shared)
  await two.git.takeOver('r1', '2')
  const late = one.clone.commit(shared.base, 'Late')
  const moving = one.git.updateRefs([{ ref: head, new: late, old: shared.base }])
  await expect(moving).rejects.toMatchObject({ code: 'LEASE_LOST', details: { runId: 'r1' } })
  expect(shared.run('rev-parse', head)).toBe(shared.base)
  expect(one.clone.run('rev-parse', head)).toBe(shared.base)
})

it('refuses a coordinator whose lease is older than that of the fence', async () => {
  const { shared } = await started()
  await open(shared).git.takeOver('r1', '12')
  await expect(open(shared).git.takeOver('r1', '9')).rejects.toMatchObject({ code: 'LEASE_LOST' })
})

it('lets at most one of eight racing coordinators move the head', { timeout: 60_000 }, async () => {
  const shared = sharedRepository()
  const racers = Array.from({ length: 8 }, () => open(shared))
  const first = racers[0]!
  await first.git.takeOver('r1', '1')
  await first.git.updateRefs([{ ref: head, new: shared.base, old: null }])
  const results = await Promise.allSettled(
    racers.map(async ({ git, clone }, index) => {
      await git.takeOver('r1', String(index + 2))
      const commit = clone.commit(shared.base, `Racer ${index}`)
      await git.updateRefs([{ ref: head, new: commit, old: shared.base }])
      return commit
    }),
  )
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  for (const result of results)
    if (result.status === 'rejected')
      expect(['LEASE_LOST', 'REF_MOVED']).toContain((result.reason as { code: string }).code)
  expect(won.length).toBeLessThanOrEqual(1)
  expect(shared.run('rev-parse', head)).toBe(won[0] ?? shared.base)
})

it('counts a push whose answer was lost as done', async () => {
  const { shared, one } = await started()
  const commit = one.clone.commit(shared.base, 'Phase 1')
  // The refs move, and the connection ends before the reply.
  shared.hook('post-receive', 'kill -KILL $(ps -o ppid= -p $PPID) $PPID')
  await one.git.updateRefs([{ ref: head, new: commit, old: shared.base }])
  expect(shared.run('rev-parse', head)).toBe(commit)
  expect(one.clone.run('rev-parse', head)).toBe(commit)
  shared.hook('post-receive', 'exit 0')
  const next = one.clone.commit(commit, 'Phase 2')
  await one.git.updateRefs([{ ref: head, new: next, old: commit }])
  expect(shared.run('rev-parse', head)).toBe(next)
})

it('reports the reply of a remote that protects a branch, and moves nothing', async () => {
  const { shared, one } = await started()
  shared.hook(
    'pre-receive',
    'while read o n r; do case $r in refs/heads/main) echo "main is protected"; exit 1;; esac; done',
  )
  const commit = one.clone.commit(shared.base, 'Phase 1')
  const moving = one.git.updateRefs([
    { ref: head, new: commit, old: shared.base },
    { ref: 'refs/heads/main', new: commit, old: shared.base },
  ])
  await expect(moving).rejects.toMatchObject({
    code: 'GIT_FAILED',
    message: expect.stringContaining('main is protected') as string,
  })
  expect(shared.run('rev-parse', head)).toBe(shared.base)
})

it('keeps a composed commit on the remote until a shared ref contains it', async () => {
  const { shared, one } = await started()
  const commit = await one.git.compose({
    ref: 'refs/amelia/r1/candidate/1',
    tree: await one.git.readTree(shared.base),
    parent: shared.base,
    files: { 'b.txt': 'b\n' },
    message: 'Phase 1\n\nAmelia-Run: r1\n',
    date: 1,
  })
  const kept = `refs/amelia/r1/composed/${commit}`
  expect(shared.run('rev-parse', kept)).toBe(commit)
  // The process died before the push: another machine finishes it.
  const two = open(shared)
  await two.git.takeOver('r1', '2')
  await two.git.updateRefs([{ ref: head, new: (await two.git.readRef(commit))!, old: shared.base }])
  expect(shared.run('rev-parse', head)).toBe(commit)
})

it('deletes the ref of a composed commit with the push that integrates it', async () => {
  const { shared, one } = await started()
  const commit = await one.git.compose({
    ref: 'refs/amelia/r1/candidate/1',
    tree: await one.git.readTree(shared.base),
    parent: shared.base,
    files: {},
    message: 'Phase 1',
    date: 1,
  })
  await one.git.updateRefs([
    { ref: head, new: commit, old: shared.base },
    { ref: 'refs/amelia/r1/candidate/1', new: null, old: commit },
  ])
  expect(shared.run('for-each-ref', '--format=%(refname)', 'refs/amelia/r1/composed')).toBe('')
  expect(await one.clone.git.readRef('refs/amelia/r1/candidate/1')).toBeNull()
})

it('does not move a branch of the clone that contains unpushed commits', async () => {
  const { shared, one } = await started()
  const mine = one.clone.commit(shared.base, 'Mine')
  one.clone.run('update-ref', 'refs/heads/work', mine)
  const commit = one.clone.commit(shared.base, 'Phase 1')
  await one.git.updateRefs([{ ref: 'refs/heads/work', new: commit, old: null }])
  expect(shared.run('rev-parse', 'refs/heads/work')).toBe(commit)
  expect(one.clone.run('rev-parse', 'refs/heads/work')).toBe(mine)
})

it('checks that a ref does not exist on the remote', async () => {
  const { shared, one } = await started()
  await one.git.updateRefs([
    { ref: 'refs/amelia/target/work', new: shared.base, old: null },
    { ref: 'refs/heads/work', new: null, old: null },
  ])
  shared.run('update-ref', 'refs/heads/other', shared.base)
  const moving = one.git.updateRefs([
    { ref: 'refs/amelia/target/other', new: shared.base, old: null },
    { ref: 'refs/heads/other', new: null, old: null },
  ])
  await expect(moving).rejects.toMatchObject({ code: 'REF_MOVED', details: { refs: ['refs/heads/other'] } })
})
