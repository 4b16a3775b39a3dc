import type { Step } from '../plan/model/step.ts'

/** Whether a person is asked before the engine runs a step, at every trust level and in every preset. */
export const needsPerson = ({ action, risk, requiresHumanJudgment }: Step): boolean =>
  action === 'manual' || risk === 'high' || requiresHumanJudgment
