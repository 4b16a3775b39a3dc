import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { MemoryHostOptions } from '../../testing/memory/memory-host.ts'
import { prepareMove } from './prepare-move.ts'

const target = 'refs/heads/amelia/work'

/** `at`: the target's actual commit, which may differ from the one that the run published. */
const prepare = async (at: { found: string | null; left: string | null }, world: MemoryHostOptions = {}) => {
  const { performer, host } = createPerformer({ world })
  const { head } = performer.state
  const place = (name: string | null): string | null =>
    name === 'head' ? head : name === null ? null : host.git.addCommit(head, { [name]: '' })
  const [found, left] = [place(at.found), place(at.left)]
  host.git.setRef(target, found)
  performer.state.target.commit = left
  const commit = host.git.addCommit(head, { new: '' })
  const prepared = await prepareMove(performer, { phaseId: 'a', commit, head, headRef: head })
  if (prepared.type !== 'move_prepared') return { prepared, target: [], note: undefined, found, commit }
  const { updates, note } = prepared
  const own = [
    { ref: 'refs/amelia/r1/head', new: commit, old: head },
    { ref: 'refs/amelia/r1/phase/a', new: commit, old: null },
    { ref: 'refs/amelia/r1/candidate/a', new: null, old: commit },
  ]
  expect(updates.slice(0, 3)).toEqual(own)
  return { prepared, target: updates.slice(3), note, found, commit }
}

describe('prepareMove', () => {
  it.each([
    ['makes the target', null, null],
    ['moves it on from where the run left it', 'x', 'x'],
    ['takes up a target that a person has moved to the head', 'head', 'x'],
    ['takes up a target that a person has made on the head', 'head', null],
  ])('%s', async (_what, found, left) => {
    const prepared = await prepare({ found, left })
    expect(prepared.target).toEqual([{ ref: target, new: prepared.commit, old: prepared.found }])
    expect(prepared.note).toBeUndefined()
  })

  it.each([
    ['rewritten', 'y', 'x'],
    ['deleted', null, 'x'],
  ])('fault 54: asks about a target that someone else has %s', async (_what, found, left) => {
    const { prepared, found: there } = await prepare({ found, left })
    expect(prepared).toEqual({ type: 'target_rewritten', found: there })
  })

  it('fault 54: leaves a target that someone else created, and names the command to merge', async () => {
    const prepared = await prepare({ found: 'y', left: null })
    expect(prepared.target).toEqual([])
    expect(prepared.note).toBe(
      'amelia/work was moved by someone else and stays as it is. To merge the work: git merge refs/amelia/r1/head',
    )
  })

  it('adopts commits that a person added to the target', async () => {
    const { prepared, found } = await prepare({ found: 'y', left: 'head' })
    expect(prepared).toEqual({ type: 'target_adopted', commit: found })
  })

  it('leaves a target that is in use, and says why', async () => {
    const prepared = await prepare(
      { found: 'x', left: 'x' },
      { held: { [target]: 'it is checked out in /proj' } },
    )
    expect(prepared.target).toEqual([])
    expect(prepared.note).toBe(
      'amelia/work was not moved: it is checked out in /proj. To merge the work: git merge --ff-only refs/amelia/r1/head',
    )
  })
})
