import type { RunState } from '../state/run-state.ts'

/** The question about the plan's commands: another one for each plan that the run has gone by. */
export const planGate = ({ plans }: Pick<RunState, 'plans'>): string =>
  plans === 1 ? 'plan' : `plan-${plans}`
