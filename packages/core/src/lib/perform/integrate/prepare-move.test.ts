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
  const { updates, note, statement } = prepared
  const own = [
    { ref: 'refs/amelia/r1/head', new: commit, old: head },
    { ref: 'refs/amelia/r1/phase/a', new: commit, old: null },
    { ref: 'refs/amelia/r1/candidate/a', new: null, old: commit },
    { ref: 'refs/amelia/r1/proof', new: statement.commit, old: null },
    { ref: 'refs/amelia/r1/own/proof', new: null, old: statement.commit },
  ]
  expect(updates.slice(0, 5)).toEqual(own)
  return { prepared, target: updates.slice(5), note, found, commit }
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

  it('fault 54: asks about a target that lacks commits of the run', async () => {
    const { performer, host } = createPerformer()
    const { head } = performer.state
    const theirs = host.git.addCommit(head, { theirs: '' })
    const integrated = host.git.addCommit(head, { a: '' })
    performer.state.target.commit = head
    performer.state.phases[0]!.integrated = { commit: integrated, under: head }
    host.git.setRef(target, theirs)
    const commit = host.git.addCommit(integrated, { b: '' })
    const move = { phaseId: 'a', commit, head: integrated, headRef: integrated }
    expect(await prepareMove(performer, move)).toEqual({ type: 'target_rewritten', found: theirs })
  })

  it.each(['moved', 'created'])('adopts a target that was %s before anything was integrated', async (how) => {
    const { performer, host } = createPerformer()
    const { base } = performer.state
    const plan = host.git.addCommit(base, { plan: '' })
    const theirs = host.git.addCommit(base, { theirs: '' })
    performer.state.target.commit = how === 'moved' ? base : null
    host.git.setRef(target, theirs)
    const commit = host.git.addCommit(plan, { a: '' })
    const move = { phaseId: 'a', commit, head: plan, headRef: plan }
    expect(await prepareMove(performer, move)).toEqual({ type: 'target_adopted', commit: theirs })
  })

  it('adopts commits that a person added to the target', async () => {
    const { prepared, found } = await prepare({ found: 'y', left: 'head' })
    expect(prepared).toEqual({ type: 'target_adopted', commit: found })
  })

  it('leaves a target that is in use, and says why', async () => {
    const prepared = await prepare(
      { found: 'x', left: 'x' },
      { locked: { [target]: 'it is checked out in /proj' } },
    )
    expect(prepared.target).toEqual([])
    expect(prepared.note).toBe(
      'amelia/work was not moved: it is checked out in /proj. To merge the work: git -C /proj merge refs/amelia/r1/head',
    )
  })
})
