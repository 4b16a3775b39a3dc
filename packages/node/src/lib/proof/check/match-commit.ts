import type { FoundStatement } from '../read/parse-envelope.ts'
import type { CommitFacts } from './read-commit.ts'

/** The statements of one commit. */
export interface MatchedCommit {
  commit: CommitFacts
  match?: 'commit' | 'tree'
  /** Several if a commit joins what they describe, one after the other. */
  statements: FoundStatement[]
}

/** The trees that a statement names. */
export const treesOf = ({
  statement: { subject },
}: FoundStatement): Pick<CommitFacts, 'id' | 'tree' | 'parentTree'> => {
  const [commit, tree, parent] = subject.map(({ digest }) => Object.values(digest)[0] as string)
  return { id: commit!, tree: tree!, parentTree: parent! }
}

/**
 * Finds the statements of a commit: the one that names its id, or else consecutive ones of one run that lead
 * from the tree of its parent to its tree. Those by a trusted key come first, and then the others.
 *
 * @param chains the statements of each run in their order
 */
export const matchCommit = (
  commit: CommitFacts,
  chains: readonly (readonly FoundStatement[])[],
  rank: (statement: FoundStatement) => number,
): MatchedCommit => {
  const named = chains.flatMap((chain) => chain.filter((each) => treesOf(each).id === commit.id))
  const best = named.sort((one, other) => rank(other) - rank(one))[0]
  if (best) return { commit, match: 'commit', statements: [best] }
  const joined = chains
    .flatMap((chain) => findJoined(commit, chain) ?? [])
    .sort((one, other) => lowest(other, rank) - lowest(one, rank))[0]
  return joined ? { commit, match: 'tree', statements: joined } : { commit, statements: [] }
}

const lowest = (statements: readonly FoundStatement[], rank: (one: FoundStatement) => number): number =>
  Math.min(...statements.map(rank))

/** Finds a part of a chain that leads from the tree of the commit's parent to its tree. */
const findJoined = (
  { tree, parentTree }: CommitFacts,
  chain: readonly FoundStatement[],
): FoundStatement[][] | undefined => {
  const end = chain.findLastIndex((each) => treesOf(each).tree === tree)
  for (let first = end; first >= 0; first--) {
    const before = treesOf(chain[first]!).parentTree
    if (before === parentTree) return [chain.slice(first, end + 1)]
    if (first === 0 || treesOf(chain[first - 1]!).tree !== before) return undefined
  }
  return undefined
}
