/** Begins the ids of the leases that are shares of limits. No run has such an id. */
export const sharePrefix = 'limit-'
