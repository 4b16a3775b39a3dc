import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'

/** Whether the commits of a phase are verified: the run has checks, or the plan has some for the phase. */
export const hasChecks = (
  { settings }: Pick<RunState, 'settings'>,
  { planned }: Pick<PhaseState, 'planned'>,
): boolean => settings.checks.length > 0 || (planned.acceptance ?? []).length > 0
