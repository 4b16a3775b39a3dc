import type { GateAnswer, GateView } from '@amelia/core'

/** Returns the question about the phases alone that no saved answer is for. */
export const withoutAnswered = (gate: GateView, saved: readonly GateAnswer[]): GateView => {
  const answered = new Set(
    saved.flatMap(({ gateId, phaseIds }) => (gateId === gate.id ? (phaseIds ?? []) : [])),
  )
  if (answered.size === 0) return gate
  return { ...gate, phaseIds: gate.phaseIds.filter((phaseId) => !answered.has(phaseId)) }
}
