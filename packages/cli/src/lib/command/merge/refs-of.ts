/** The prefix of all references of a run. */
export const refsOf = (runId: string): string => `refs/amelia/${runId}/`

/** The full name of a branch. */
export const refOf = (branch: string): string => `refs/heads/${branch}`

/** The prefix of the references of a merge that has begun. `amelia clean` leaves them alone. */
export const marksOf = (runId: string): string => `refs/amelia/merging/${runId}/`

/**
 * The references of a merge that has begun: the commits of the base branch before and after it. They move
 * with the base branch, and are deleted with the last of what the run left.
 */
export const mergingRefs = (runId: string, base: string): { from: string; to: string } => ({
  from: `${marksOf(runId)}from/${base}`,
  to: `${marksOf(runId)}to/${base}`,
})

/** The chain of statements about the commits of a run. */
export const proofOf = (runId: string): string => `${refsOf(runId)}proof`
