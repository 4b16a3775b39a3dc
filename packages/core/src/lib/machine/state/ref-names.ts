import type { RefUpdate } from '../../contract/git-backend.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'

/** Names of the references that a run owns. Ids are checked before they come here. */
export const refNames = (runId: string) => ({
  /** Everything that is integrated. */
  head: `refs/amelia/${runId}/head`,
  /** The chain of statements about the run's commits. */
  proof: `refs/amelia/${runId}/proof`,
  /** The commit of a phase on the head. */
  phase: (phaseId: string): string => `refs/amelia/${runId}/phase/${phaseId}`,
  /** The private commit of an attempt. */
  attempt: (phaseId: string, attempt: number): string => `refs/amelia/${runId}/attempt/${phaseId}/${attempt}`,
  /** The private commit of an earlier round of an attempt. */
  round: (phaseId: string, attempt: number, round: number): string =>
    `refs/amelia/${runId}/round/${phaseId}/${attempt}/${round}`,
  /** The private commit of a subtask that ran beside others of its phase. */
  part: (phaseId: string, attempt: number, subtaskId: string): string =>
    `refs/amelia/${runId}/part/${phaseId}/${attempt}/${subtaskId}`,
  /** The attempt before the step that was begun last. */
  step: (phaseId: string, attempt: number): string => `refs/amelia/${runId}/step/${phaseId}/${attempt}`,
  /**
   * Work of an attempt that is not in its commit: left in the user's own checkout, or kept while the
   * attempt's reference is locked.
   */
  left: (phaseId: string, attempt: number): string => `refs/amelia/${runId}/left/${phaseId}/${attempt}`,
  /** An attempt merged with the run's head, for the next attempt if that conflicts or fails there. */
  merged: (phaseId: string, attempt: number): string => `refs/amelia/${runId}/merged/${phaseId}/${attempt}`,
  /** The run's own commits, before and after those of the phases, until they are on the head. */
  own: (name: 'reservation' | 'plan' | 'end' | 'published' | 'left' | 'proof'): string =>
    `refs/amelia/${runId}/own/${name}`,
  /** A commit that the run's head held and that no journal explains. */
  displaced: (commit: string): string => `refs/amelia/${runId}/displaced/${commit}`,
  /** The target's value before a revert. */
  reverted: `refs/amelia/${runId}/reverted`,
  /** The commit that is about to be integrated. */
  candidate: (phaseId: string): string => `refs/amelia/${runId}/candidate/${phaseId}`,
})

/**
 * Reserves a branch, or a folder below `docs/amelia`, for one run: whoever creates the reference has the
 * name.
 */
export const reservationOf = (kind: 'target' | 'folder', name: string): string =>
  `refs/amelia/${kind}/${name.replace('refs/heads/', '')}`

/** The moves that add a statement to a run's chain. `old`: the value of the chain's reference. */
export const statementMoves = (
  runId: string,
  { commit }: NotedStatement,
  old: string | null,
): RefUpdate[] => [
  { ref: refNames(runId).proof, new: commit, old },
  { ref: refNames(runId).own('proof'), new: null, old: commit },
]
