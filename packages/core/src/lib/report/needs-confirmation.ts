import type { GateChoice, GateView } from '../event/gate-view.ts'
import type { Plan } from '../plan/model/plan.ts'

const ending: readonly GateChoice[] = ['abort', 'abort-revert', 'reject']

/** Whether a question is about work of high risk. */
export const isHighRisk = (
  { blocker, phaseIds }: Pick<GateView, 'blocker' | 'phaseIds'>,
  { phases }: Pick<Plan, 'phases'>,
): boolean =>
  blocker === 'needs_judgment' ||
  phases.some(
    ({ id, risk, subtasks }) =>
      phaseIds.includes(id) &&
      (risk === 'high' || subtasks.some(({ steps }) => steps.some((step) => step.risk === 'high'))),
  )

/** Whether a person confirms an answer before it is given: it ends the run, or is about work of high risk. */
export const needsConfirmation = (
  gate: Pick<GateView, 'blocker' | 'phaseIds'>,
  choice: GateChoice,
  plan: Pick<Plan, 'phases'>,
): boolean => ending.includes(choice) || isHighRisk(gate, plan)
