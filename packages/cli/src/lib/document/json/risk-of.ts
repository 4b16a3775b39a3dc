import type { Phase } from '@amelia/core'

const rank = { low: 0, medium: 1, high: 2 } as const

/** Returns the highest risk of a phase and its steps. */
export const riskOf = ({ risk, subtasks }: Phase): Phase['risk'] =>
  subtasks
    .flatMap(({ steps }) => steps.map((step) => step.risk))
    .reduce((highest, next) => (rank[next] > rank[highest] ? next : highest), risk)
