import { describe, expect, it } from 'vitest'
import { createPerformer, type PerformerOptions } from '../../../../test/performer-fixture.ts'
import { conflictLabels } from '../../contract/name/conflict-labels.ts'
import { mergeAttempt } from './merge-attempt.ts'

const files = { 'a.txt': '1\n2\n3\n4\n', 'gone.txt': 'x\n' }

/** Merges an attempt with a head, both on a commit of `files`. */
const merge = async (
  ours: Record<string, string>,
  theirs: Record<string, string>,
  options: PerformerOptions = {},
) => {
  const { performer, host, phase } = createPerformer({ world: { files }, ...options })
  const base = performer.state.head
  const head = host.git.addCommit(base, ours)
  const commit = host.git.addCommit(base, theirs)
  Object.assign(phase('a').attempt, {
    number: 2,
    base,
    work: { commit, tree: await host.git.readTree(commit), files: ['a.txt'] },
  })
  const at = { phaseId: 'a', attempt: 2, dispatch: 1 }
  const input = await mergeAttempt(performer, { type: 'merge', ...at, head, commit })
  return { input, head, commit, git: host.git, at }
}

const checks = [{ name: 'test', argv: ['npm', 'test'], when: 'always' as const, optional: false }]

describe('mergeAttempt', () => {
  it('fault 53: a conflict becomes a commit on the head, with markers, and a sentence about each path', async () => {
    const { input, head, commit, git, at } = await merge(
      { 'a.txt': '1\nrun\n3\n4\n' },
      { 'a.txt': '1\nphase\n3\n4\n', 'gone.txt': 'y\n', 'new.txt': 'n\n' },
    )
    if (input.type !== 'merge_conflicted' || !input.marked) throw new Error('It must conflict.')
    const { marked } = input
    expect(input).toMatchObject({ ...at, paths: ['a.txt', 'gone.txt'] })
    expect(marked.files).toEqual(['a.txt', 'gone.txt', 'new.txt'])
    expect(git.refs.get('refs/amelia/r1/merged/a/2')).toBe(marked.commit)
    expect(git.commitOf(marked.commit)).toMatchObject({ parent: head, tree: marked.tree })
    const labels = conflictLabels({ ours: head, theirs: commit })
    expect(Object.fromEntries(git.filesOf(marked.commit))).toEqual({
      'a.txt': `1\n<<<<<<< ${labels.ours}\nrun\n=======\nphase\n>>>>>>> ${labels.theirs}\n3\n4\n`,
      'gone.txt': 'y\n',
      'new.txt': 'n\n',
    })
    expect(input.details).toEqual([
      'a.txt: the run and this phase changed the same lines, which are between markers.',
      'gone.txt: the run deleted it, and this phase changed it. It is as this phase changed it.',
    ])
  })

  it('has only the paths if the backend marks nothing', async () => {
    const git: PerformerOptions['git'] = () => ({ merge: async () => ({ conflicts: ['a.txt'] }) })
    const { input, at } = await merge({ 'a.txt': 'run' }, { 'a.txt': 'phase' }, { git })
    expect(input).toEqual({ type: 'merge_conflicted', ...at, paths: ['a.txt'] })
  })

  it('keeps a merge that is going to be verified as a commit on the head', async () => {
    const [ours, theirs] = [
      { ...files, 'b.txt': 'b' },
      { ...files, 'a.txt': 'phase' },
    ]
    const { input, head, git, at } = await merge(ours, theirs, { settings: { checks } })
    const tree = input.type === 'merged' ? input.tree : ''
    const commit = git.refs.get('refs/amelia/r1/merged/a/2')!
    expect(input).toEqual({ type: 'merged', ...at, tree, work: { commit, tree, files: ['a.txt'] } })
    expect(git.commitOf(commit)).toMatchObject({ parent: head, tree })
    expect((await merge(ours, theirs)).input).toEqual({ type: 'merged', ...at, tree })
  })
})
