import type { Phase } from '../../plan/plan-schema.ts'
import type { Risk } from '../../plan/field/risk.ts'

const rank: Record<Risk, number> = { low: 0, medium: 1, high: 2 }

/** The risk of a phase: the highest of its own and its steps'. A summary that says less than a step hides nothing. */
export const phaseRisk = (phase: Phase): Risk => {
  let risk = phase.risk
  for (const subtask of phase.subtasks)
    for (const step of subtask.steps) if (rank[step.risk] > rank[risk]) risk = step.risk
  return risk
}
