import { describe, expect, it } from 'vitest'
import { createMemoryGit } from './memory-git.ts'

describe('createMemoryGit', () => {
  it('starts with one commit on main', async () => {
    const git = createMemoryGit()
    const state = await git.inspect()
    expect(state).toMatchObject({ branch: 'refs/heads/main', operation: null, dirty: false })
    expect(git.log(state.head!)).toEqual([state.head])
    expect([...git.filesOf(state.head!)]).toEqual([['README.md', 'hello\n']])
  })

  it('returns the given state and reasons', async () => {
    const git = createMemoryGit({
      inspect: { identity: null, operation: 'merge' },
      locked: { 'refs/heads/main': 'it is checked out' },
    })
    expect(await git.inspect()).toMatchObject({ identity: null, operation: 'merge' })
    expect([await git.whyLocked('refs/heads/main'), await git.whyLocked('refs/heads/other')]).toEqual([
      'it is checked out',
      null,
    ])
  })

  it('gives equal work equal ids', async () => {
    const ids = [0, 1].map(() => {
      const git = createMemoryGit()
      return git.addCommit(git.refs.get('refs/heads/main')!, { b: '1', a: '2' })
    })
    expect(ids[0]).toMatch(/^[0-9a-f]{40}$/)
    expect(ids[1]).toBe(ids[0])
  })

  it('lets a test act as someone else', async () => {
    const git = createMemoryGit()
    const main = git.refs.get('refs/heads/main')!
    const theirs = git.addCommit(main, { x: '1' }, 'Theirs\n')
    git.setRef('refs/heads/main', theirs)
    expect(git.log('refs/heads/main')).toEqual([theirs, main])
    expect(git.commitOf(theirs)).toMatchObject({ message: 'Theirs\n', parent: main })
    git.setRef('refs/heads/main', null)
    expect((await git.inspect()).head).toBeNull()
    expect(git.commitOf('nothing')).toBeUndefined()
  })

  it('counts open workspaces', async () => {
    const git = createMemoryGit()
    const base = git.refs.get('refs/heads/main')!
    const open = [
      await git.openWorkspace({ runId: 'r', base }),
      await git.openWorkspace({ runId: 'r', base }),
    ]
    expect(git.openWorkspaces).toBe(2)
    for (const workspace of [...open, open[0]!]) await git.closeWorkspace(workspace)
    expect(git.openWorkspaces).toBe(0)
    await expect(git.changedPaths(open[0]!)).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it('has a checkout of main, which a test may change as the user', async () => {
    const git = createMemoryGit()
    const head = git.refs.get('refs/heads/main')!
    const commit = git.addCommit(head, { 'README.md': 'work\n', 'new.txt': 'x' })
    const apply = async (of = git) => of.applyToCheckout?.({ commit, head, message: 'm\n' })
    git.checkout.files.set('README.md', 'mine\n')
    expect([await apply(), (await git.inspect()).dirty]).toMatchObject([{ outcome: 'kept' }, true])
    git.checkout.files.set('README.md', 'hello\n')
    expect(await apply()).toEqual({ outcome: 'applied' })
    expect([...git.checkout.files]).toEqual([
      ['README.md', 'work\n'],
      ['new.txt', 'x'],
    ])
    expect([git.checkout.message, (await git.inspect()).dirty]).toEqual(['m\n', true])
    git.setRef('refs/heads/main', commit)
    expect((await git.inspect()).dirty).toBe(false)
    await git.updateRefs([{ ref: 'refs/heads/main', new: head, old: commit }])
    expect([...git.checkout.files]).toEqual([['README.md', 'hello\n']])
  })

  it.each([
    ['as it is told', { checkoutLocked: 'someone is using it' }, 'someone is using it'],
    ['under way', { inspect: { operation: 'merge' } }, 'merge is in progress in the checkout'],
    ['dirty', { inspect: { dirty: true } }, 'the checkout has uncommitted changes'],
  ])('refuses to change its checkout: %s', async (_name, options, reason) => {
    const git = createMemoryGit(options)
    const head = git.refs.get('refs/heads/main')!
    const outcome = await git.applyToCheckout?.({ commit: head, head, message: 'm\n' })
    expect(outcome).toEqual({ outcome: 'kept', reason })
    expect(git.checkout.message).toBe(null)
  })

  it('reports an unknown commit as GIT_FAILED', async () => {
    const git = createMemoryGit()
    await expect(git.readTree('nothing')).rejects.toMatchObject({ code: 'GIT_FAILED' })
    expect(() => git.filesOf('nothing')).toThrow('Commit "nothing" not found.')
  })
})
