import type { FoundStatement } from '../read/parse-envelope.ts'
import { type MatchedCommit, treesOf } from './match-commit.ts'
import { nameStatement } from './order-statements.ts'

/** A run's statements, and the commits of the range in their order. */
export interface ChainCase {
  chain: readonly FoundStatement[]
  matched: readonly MatchedCommit[]
  /** Whether the caller gave the beginning of the range. */
  isGiven: boolean
  /** Whether a commit is in the history of the range. */
  isInHistory(commit: string): Promise<boolean>
}

/** Compares the order of a run's statements with that of its commits. Returns what is wrong, and remarks. */
export const checkChain = async ({
  chain,
  matched,
  isGiven,
  isInHistory,
}: ChainCase): Promise<{ faults: string[]; notes: string[] }> => {
  const faults: string[] = []
  const notes: string[] = []
  const places = new Map(
    matched.flatMap(({ statements }, index) => statements.map(({ digest }) => [digest, index] as const)),
  )
  const used = chain.map(({ digest }) => places.get(digest))
  const first = used.findIndex((place) => place !== undefined)
  const last = used.findLastIndex((place) => place !== undefined)
  const squashed = chain.findLastIndex(
    ({ statement }, index) => statement.predicate.kind === 'squash' && used[index] !== undefined,
  )
  let highest = -1
  let later = 0
  for (const [index, found] of chain.entries()) {
    const place = used[index]
    if (place !== undefined) {
      if (place < highest)
        faults.push(`The commit of ${nameStatement(found)} comes before those of earlier statements.`)
      highest = Math.max(highest, place)
    } else if (index > last) later += 1
    // A squash contains the commits before it, which nobody gets.
    else if (index < squashed) continue
    else if (!(isGiven && index < first) && !(await isInHistory(treesOf(found).id)))
      faults.push(
        `The commit ${treesOf(found).id.slice(0, 10)} of ${nameStatement(found)} is not in the range, and no commit has its trees.`,
      )
  }
  if (later > 0)
    notes.push(
      later === 1
        ? 'The last statement is of a commit that is not in the range.'
        : `The last ${later} statements are of commits that are not in the range.`,
    )
  return { faults, notes }
}
