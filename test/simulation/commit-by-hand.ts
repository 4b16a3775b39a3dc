import type { SimulatedRepository } from './simulated-place.ts'

/** Puts a person's commit on a branch, with one more file. Gives its id; empty where the branch does not exist. */
export const commitByHand = (git: SimulatedRepository, branch: string): string => {
  const parent = git.refs.get(branch)
  if (parent === undefined) return ''
  const commit = git.addCommit(parent, { ...Object.fromEntries(git.filesOf(parent)), 'person.txt': 'mine' })
  git.setRef(branch, commit)
  return commit
}
