import type { ProofCheck, ProofReplay, TreeOverlay } from '@amelia/core/plugin'

/** One command to run again, and the tree that it runs on. */
export interface ReplayStep {
  /** The name of the check, or `red`. */
  name: string
  recorded: ProofCheck
  /** The commit or the tree. */
  tree: string
  overlays: TreeOverlay[]
  /** Whether it has to fail. */
  isRed: boolean
}

/** The trees that the replay of a statement uses. */
export interface ReplayTrees {
  /** The tree of the commit. */
  tree: string
  /** The tree of its parent. */
  parentTree: string
  /** Resolves a commit or a tree to one that the clone has: the commit's own, or its tree. */
  resolve(id: string): Promise<string | undefined>
}

/**
 * Lists the commands of a statement: the red tests first, then the checks in their order. Returns the id of a
 * commit or tree that is missing as a string.
 */
export const listSteps = async (
  { red, checks }: ProofReplay,
  { tree: own, parentTree, resolve }: ReplayTrees,
): Promise<ReplayStep[] | string> => {
  const commit = await resolve(own)
  if (commit === undefined) return own
  const resolved = async (overlays: readonly TreeOverlay[]): Promise<TreeOverlay[] | string> => {
    const found: TreeOverlay[] = []
    for (const { from, paths } of overlays) {
      const tree = await resolve(from)
      if (tree === undefined) return from
      found.push({ from: tree, paths })
    }
    return found
  }
  const steps: ReplayStep[] = []
  if (red) {
    const overlays = await resolved(red.run.overlays)
    if (typeof overlays === 'string') return overlays
    const wanted = red.on === 'commit' ? commit : red.on === 'parent' ? parentTree : red.base!
    const tree = await resolve(wanted)
    if (tree === undefined) return wanted
    const tests = red.on === 'commit' ? [] : [{ from: commit, paths: red.testFiles }]
    const isRed = red.strength !== 'accepted'
    steps.push({ name: 'red', recorded: red.run, tree, overlays: [...overlays, ...tests], isRed })
  }
  for (const recorded of checks) {
    const overlays = await resolved(recorded.overlays)
    if (typeof overlays === 'string') return overlays
    steps.push({ name: recorded.name, recorded, tree: commit, overlays, isRed: false })
  }
  return steps
}
