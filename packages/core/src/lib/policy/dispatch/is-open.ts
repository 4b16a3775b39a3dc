import type { PlanStatus } from '../../plan/field/plan-status.ts'

/**
 * Whether the plan leaves a phase or a subtask to be done: it is not done, skipped, deferred or cancelled.
 */
export const isOpen = ({ status }: { readonly status: PlanStatus }): boolean =>
  status === 'pending' || status === 'in_progress'
