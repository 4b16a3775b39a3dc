import fc from 'fast-check'
import type { Change, GitBackendV1, Workspace } from '@amelia/core/plugin'
import { describe, expect, it } from 'vitest'
import { nativeGit } from '../../src/lib/backend/native-git.ts'
import type { TemporaryRepository } from '../../../../test/fixtures/temporary-repository.ts'
import { agentDeeds, carryOut, createWorld, readFiles, readStatus, userDeeds } from './checkout-world.ts'

const runs = Number(process.env.AMELIA_IN_PLACE_RUNS ?? 5)
const seed = process.env.AMELIA_IN_PLACE_SEED
const main = 'refs/heads/main'
const attempt = 'refs/amelia/r1/attempt/a/1'
const left = 'refs/amelia/r1/left/a/1'

const open = (git: GitBackendV1, head: string): Promise<Workspace> =>
  git.openWorkspace({ runId: 'r1', base: head, inPlace: { branch: main, head, attempt, left } })

interface Before {
  files: Map<string, string>
  status: string[]
  own: Set<string>
}

/** Returns the original state, with the ignored files that an agent has created. */
const expectBefore = (user: TemporaryRepository, before: Before): void => {
  const files = readFiles(user.repo)
  files.delete('agent.log')
  expect(files).toEqual(before.files)
  expect(readStatus(user)).toEqual(before.status)
}

/** Checks that all work of an agent is still available, byte for byte. */
const expectKept = (
  user: TemporaryRepository,
  done: ReadonlyMap<string, string>,
  { commit, changes }: { commit: string; changes: readonly Change[] },
): void => {
  for (const { path, kind } of changes) {
    const [type, bytes] = done.get(path)?.split(' ') ?? []
    if (kind === 'deleted' || bytes === undefined || !/^\d+$/.test(type ?? '')) continue
    const kept = user.sh('cat-file', 'blob', `${commit}:${path}`)
    expect(Buffer.from(bytes, 'base64').toString().trimEnd()).toBe(kept.trimEnd())
  }
}

describe('whatever a user has left in the checkout and whatever an agent does there', () => {
  it(`nothing of the user's is lost or changed (${runs} runs)`, async () => {
    await fc.assert(
      fc.asyncProperty(
        userDeeds,
        agentDeeds,
        fc.constantFrom('success', 'failure', 'crash', 'crash_after_commit', 'abort_revert'),
        async (mine, theirs, outcome) => {
          const user = createWorld()
          try {
            carryOut(user, mine)
            const git = nativeGit({ repo: user.repo, slots: user.slots })
            const before: Before = {
              files: readFiles(user.repo),
              status: readStatus(user),
              own: new Set(await git.readOwnPaths!()),
            }
            const workspace = await open(git, user.base)
            expectBefore(user, before)
            carryOut(user, theirs)
            if (outcome === 'crash') {
              const next = nativeGit({ repo: user.repo, slots: user.slots })
              const again = await open(next, user.base)
              expectBefore(user, before)
              await next.closeWorkspace(again)
              expectBefore(user, before)
            } else await goOn(user, git, workspace, before, outcome)
            user.sh('fsck', '--strict', '--no-dangling')
            expect(user.sh('for-each-ref', 'refs/amelia/*/checkout')).toBe('')
          } finally {
            user.close()
          }
        },
      ),
      { numRuns: runs, ...(seed !== undefined && { seed: Number(seed) }) },
    )
  }, 600_000)
})

const goOn = async (
  user: TemporaryRepository,
  git: GitBackendV1,
  workspace: Workspace,
  before: Before,
  outcome: string,
): Promise<void> => {
  const done = readFiles(user.repo)
  const all = await git.changedPaths(workspace)
  const changes = all.filter(({ own }) => own !== true)
  for (const { path, own } of all) if (before.own.has(path)) expect(own).toBe(true)
  const work = { ref: attempt, message: 'Phase a\n', date: 1_700_000_000, changes }
  const { commit } = await git.commitAttempt(workspace, work)
  expectKept(user, done, { commit, changes })
  if (outcome === 'failure' || all.length > changes.length) {
    await git.closeWorkspace(workspace)
    return expectBefore(user, before)
  }
  await git.resetWorkspace(workspace, commit)
  await git.updateRefs([
    { ref: main, new: commit, old: user.base },
    { ref: 'refs/amelia/r1/head', new: commit, old: null },
  ])
  if (outcome === 'crash_after_commit') {
    const next = nativeGit({ repo: user.repo, slots: user.slots })
    await next.closeWorkspace(await open(next, commit))
  } else {
    const moved = await git.followBranch?.({ branch: main, from: user.base, to: commit })
    expect(moved).toEqual({ kept: [] })
    await git.closeWorkspace(workspace)
  }
  const isOwn = (line: string): boolean => before.own.has(line.replace(/^(?:1 (?:\S+ ){7}|\? )/, ''))
  expect(readStatus(user).filter(isOwn)).toEqual(before.status.filter(isOwn))
  const files = readFiles(user.repo)
  for (const [path, bytes] of before.files)
    if (before.own.has(path) || isIgnored(user, path)) expect(files.get(path)).toBe(bytes)
  for (const path of before.own) if (!before.files.has(path)) expect(files.has(path)).toBe(false)
  if (outcome !== 'abort_revert') return
  expect(await git.followBranch?.({ branch: main, from: commit, to: user.base, preflight: true })).toEqual({
    kept: [],
  })
  await git.updateRefs([{ ref: main, new: user.base, old: commit }])
  await git.followBranch?.({ branch: main, from: commit, to: user.base })
  expectBefore(user, before)
}

const isIgnored = (user: TemporaryRepository, path: string): boolean => {
  if (path.endsWith('/')) return false
  return /(?:^ignored\/|\.log$)/.test(path) && user.sh('ls-files', '--', path) === ''
}
