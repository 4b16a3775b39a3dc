import type { FoundStatement } from '../read/parse-envelope.ts'
import type { AskedRange } from './find-range.ts'
import { matchCommit, type MatchedCommit } from './match-commit.ts'
import type { CommitFacts } from './read-commit.ts'

/** The commits to judge, oldest first, with their statements. */
export interface ChosenCommits {
  matched: MatchedCommit[]
  from: string | null
  chosen: 'given' | 'oldest-statement' | 'last-commit'
}

/**
 * Matches the commits of a range with statements. Where the beginning is not given, it is before the oldest
 * statement of the newest run, and of the runs directly below it.
 */
export const chooseCommits = (
  { commits, isGiven }: AskedRange,
  chains: ReadonlyMap<string, readonly FoundStatement[]>,
  rank: (statement: FoundStatement) => number,
): ChosenCommits => {
  const all = [...chains.values()]
  const newest = commits.map((commit) => matchCommit(commit, all, rank))
  const end = isGiven ? newest.length : findEnd(newest)
  const kept = newest.slice(0, Math.max(1, end))
  const from = beforeOf(kept.at(-1)?.commit)
  const chosen = isGiven ? 'given' : end === 0 ? 'last-commit' : 'oldest-statement'
  return { matched: kept.reverse(), from, chosen }
}

const beforeOf = (oldest: CommitFacts | undefined): string | null => oldest?.parents[0] ?? null

const runsOf = ({ statements }: MatchedCommit): string[] =>
  statements.map(({ statement }) => statement.predicate.runId)

/** Counts the commits down to the oldest one with a statement of these runs; 0 without any statement. */
const findEnd = (newest: readonly MatchedCommit[]): number => {
  let end = newest.findIndex(({ match }) => match !== undefined) + 1
  while (end > 0) {
    const runs = new Set(newest.slice(0, end).flatMap(runsOf))
    const oldest = newest.findLastIndex((each) => runsOf(each).some((runId) => runs.has(runId)))
    const isBelow = newest[oldest + 1]?.match !== undefined
    const next = Math.max(end, oldest + 1) + (isBelow ? 1 : 0)
    if (next === end) break
    end = next
  }
  return end
}
