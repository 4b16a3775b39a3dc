import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { watchChanges } from './watch-changes.ts'

const files = { 'README.md': 'one\n', 'a.txt': 'a\n' }

describe('watchChanges', () => {
  it('lists paths changed since, sorted, and none changed before', async () => {
    const { performer, open } = createPerformer({ world: { files } })
    const workspace = await open('a')
    await workspace.fs.writeFile('/before.txt', 'same\n')
    await workspace.fs.writeFile('/more.txt', 'once\n')
    await workspace.fs.writeFile('/undone.txt', 'x\n')
    const changesSince = await watchChanges(performer, workspace)
    expect(await changesSince()).toEqual([])
    await workspace.fs.writeFile('/new.txt', '')
    await workspace.fs.writeFile('/README.md', 'two\n')
    // The same length as before.
    await workspace.fs.writeFile('/more.txt', 'more\n')
    await workspace.fs.rm('/undone.txt')
    await workspace.fs.rm('/a.txt')
    expect(await changesSince()).toEqual(['README.md', 'a.txt', 'more.txt', 'new.txt', 'undone.txt'])
  })

  it('lists nothing if git cannot list changes', async () => {
    const git = () => ({ changedPaths: () => Promise.reject(new Error('broken')) })
    const { performer, open } = createPerformer({ git })
    const workspace = await open('a')
    const changesSince = await watchChanges(performer, workspace)
    await workspace.fs.writeFile('/new.txt', '')
    expect(await changesSince()).toEqual([])
  })
})
