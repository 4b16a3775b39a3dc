import type { RefUpdate } from '../../../contract/git-backend.ts'
import { refNames } from '../ref-names.ts'

/** A statement of the run, in its chain of statements. */
export interface NotedStatement {
  /** The commit of the chain that adds it. */
  readonly commit: string
  /** The SHA-256 of its payload, in hex. */
  readonly digest: string
  /** Why it is unsigned. Absent: it is signed. */
  readonly unsigned?: string
}

/** Leaves out the commit, which only the last statement of the chain needs. */
export const brief = ({ commit: _commit, ...rest }: NotedStatement): Omit<NotedStatement, 'commit'> => rest

/** The moves that add a statement to the chain. `old`: the value of the chain's reference. */
export const statementMoves = (
  runId: string,
  { commit }: NotedStatement,
  old: string | null,
): RefUpdate[] => [
  { ref: refNames(runId).proof, new: commit, old },
  { ref: refNames(runId).own('proof'), new: null, old: commit },
]
