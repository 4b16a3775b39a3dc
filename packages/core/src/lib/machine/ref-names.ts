/** Names of the references that a run owns. Ids are checked before they come here. */
export const refNames = (runId: string) => ({
  /** Everything that is integrated. */
  head: `refs/amelia/${runId}/head`,
  /** The commit of a phase on the head. */
  phase: (phaseId: string): string => `refs/amelia/${runId}/phase/${phaseId}`,
  /** The private commit of an attempt. */
  attempt: (phaseId: string, attempt: number): string => `refs/amelia/${runId}/attempt/${phaseId}/${attempt}`,
  /** The commit that is about to be integrated. */
  candidate: (phaseId: string): string => `refs/amelia/${runId}/candidate/${phaseId}`,
})
