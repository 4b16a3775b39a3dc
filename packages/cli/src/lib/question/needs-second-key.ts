import type { BlockerType, GateChoice, Plan } from '@amelia/core'

interface Asked {
  readonly blocker?: BlockerType
  readonly phaseIds: readonly string[]
}

const ending: readonly GateChoice[] = ['abort', 'abort-revert', 'reject']

/** Whether a question is about work of high risk. */
export const isHighRisk = ({ blocker, phaseIds }: Asked, { phases }: Pick<Plan, 'phases'>): boolean =>
  blocker === 'needs_judgment' ||
  phases.some(
    ({ id, risk, subtasks }) =>
      phaseIds.includes(id) &&
      (risk === 'high' || subtasks.some(({ steps }) => steps.some((step) => step.risk === 'high'))),
  )

/** Whether one key is too few for an answer: it ends the run, or is about work of high risk. */
export const needsSecondKey = (gate: Asked, choice: GateChoice, plan: Pick<Plan, 'phases'>): boolean =>
  ending.includes(choice) || isHighRisk(gate, plan)
