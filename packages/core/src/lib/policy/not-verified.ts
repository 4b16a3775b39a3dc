/** States that nothing was verified, where a run has no checks. */
export const notVerified = 'not verified: no check is configured'
