import type { SimulatedRepository } from './simulated-place.ts'

/**
 * Adds a person's commit with one more file to a branch. Returns its id; empty if the branch does not exist.
 */
export const commitByHand = (git: SimulatedRepository, branch: string): string => {
  const parent = git.refs.get(branch)
  if (parent === undefined) return ''
  const commit = git.addCommit(parent, { ...Object.fromEntries(git.filesOf(parent)), 'person.txt': 'mine' })
  git.setRef(branch, commit)
  return commit
}
