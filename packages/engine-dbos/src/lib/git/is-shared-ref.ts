import { isReservation } from './run-of-ref.ts'

/**
 * Refs of a run that all machines share. The commits that workers and coordinators push have the name of
 * their claim as the last part; attempts without it belong to one clone.
 */
const ofRun =
  /^refs\/amelia\/[^/]+\/(?:head|proof|reverted|phase\/.+|displaced\/.+|attempt\/.+\/\d+\/[A-Za-z0-9-]+|kept\/.+|composed\/.+)$/

/**
 * Whether the remote has the true value of a ref: a branch, a reservation, or what its machines have
 * pushed of a run.
 */
export const isSharedRef = (ref: string): boolean =>
  ref.startsWith('refs/heads/') || isReservation(ref) || ofRun.test(ref)
