import type { Risk } from './risk.ts'

const rank: Record<Risk, number> = { low: 0, medium: 1, high: 2 }

/** The higher of two risks. */
export const higherRisk = (one: Risk, other: Risk): Risk => (rank[other] > rank[one] ? other : one)
