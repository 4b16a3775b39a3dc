import { expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { openWorkspace } from './open-workspace.ts'

/** A phase whose process died in the middle of a session, and the effect that continues it. */
const setUp = async (content = 'half\n') => {
  let isLocked = false
  const fixture = createPerformer({
    git: (git) => ({
      async commitAttempt(...args) {
        if (!isLocked) return git.commitAttempt(...args)
        isLocked = false
        throw new AmeliaError('GIT_LOCKED', 'locked', { locks: [], running: null })
      },
    }),
  })
  const { performer, host } = fixture
  const base = performer.state.head
  const left = await host.git.openWorkspace({ runId: 'r1', lease: '1', base })
  await left.fs.writeFile('/half.txt', content)
  await host.git.removeWorkspaces!('r1', { lease: '1', rescuable: true })
  const address = { phaseId: 'a', attempt: 1, dispatch: 2 }
  const effect = { type: 'open_workspace', ...address, base, slot: left.slot!, rescue: true } as const
  return {
    ...fixture,
    open: () => openWorkspace(performer, effect),
    lock: () => {
      isLocked = true
    },
  }
}

it('continues with the tree that a dead process left', async () => {
  const { open, performer, host } = await setUp()
  const opened = await open()
  expect(opened).toMatchObject({ type: 'workspace_opened', rescued: { files: ['half.txt'] } })
  const { fs } = performer.workspaces.get('a')!
  expect(new TextDecoder().decode(await fs.readFile('/half.txt'))).toBe('half\n')
  expect(host.git.refs.has('refs/amelia/r1/attempt/a/1')).toBe(true)
  expect(host.git.openWorkspaces).toBe(1)
})

it('rescues the tree again after a lock of git stopped the commit', async () => {
  const { open, lock, host } = await setUp()
  lock()
  await expect(open()).rejects.toMatchObject({ code: 'GIT_LOCKED' })
  expect(host.git.openWorkspaces).toBe(0)
  expect(await open()).toMatchObject({ type: 'workspace_opened', rescued: { files: ['half.txt'] } })
})

it('keeps a tree that may not be committed, until it is asked for again', async () => {
  const { open, host } = await setUp(`key = ${'AKIA'}${'IOSFODNN7'}QWERTYU\n`)
  for (let time = 0; time < 2; time++) {
    expect(await open()).toMatchObject({ type: 'attempt_refused', blocker: 'secret_in_change' })
    expect(host.git.keptSlots).toHaveLength(1)
  }
})
