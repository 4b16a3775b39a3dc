import type { Phase } from '../../plan/model/phase.ts'
import type { Risk } from '../../plan/field/risk.ts'

const rank: Record<Risk, number> = { low: 0, medium: 1, high: 2 }

/** Returns the highest risk of a phase and its steps. A phase cannot declare a lower risk than its steps. */
export const phaseRisk = (phase: Phase): Risk => {
  let risk = phase.risk
  for (const subtask of phase.subtasks)
    for (const step of subtask.steps) if (rank[step.risk] > rank[risk]) risk = step.risk
  return risk
}
