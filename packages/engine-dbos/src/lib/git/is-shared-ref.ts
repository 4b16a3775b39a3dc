import { isReservation } from './run-of-ref.ts'

/** Refs of a run that all machines share. Others, such as those of attempts, belong to one clone. */
const ofRun = /^refs\/amelia\/[^/]+\/(?:head|reverted|phase\/.+|displaced\/.+)$/

/**
 * Whether the remote has the true value of a ref: a branch, a reservation, or the integrated work of a run.
 */
export const isSharedRef = (ref: string): boolean =>
  ref.startsWith('refs/heads/') || isReservation(ref) || ofRun.test(ref)
