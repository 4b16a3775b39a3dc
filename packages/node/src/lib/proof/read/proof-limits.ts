/** The limits of what is read as a proof, all of which is untrusted. */
export const proofLimits = {
  /** The most bytes of an envelope. */
  envelopeBytes: 1_000_000,
  /** The most envelopes of a run. */
  envelopes: 5_000,
  /** The most runs with a proof. */
  runs: 500,
  /** The most signatures of an envelope. */
  signatures: 4,
  /** The most items of a list in a statement. */
  items: 10_000,
  /** The most commits of a range. */
  commits: 10_000,
} as const
