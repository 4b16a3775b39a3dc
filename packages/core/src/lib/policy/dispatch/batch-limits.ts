import type { Risk } from '../../plan/field/risk.ts'

/** How many steps of a risk may be done before people can look: by the riskiest step among them. */
export type BatchLimits = Readonly<Record<Risk, number>>

/**
 * Limits that show people a batch before it grows too large (seed: intelligent-execution, Batch Ownership).
 */
export const batchLimits: BatchLimits = { low: 5, medium: 3, high: 1 }
