import { AmeliaError } from '../../error/amelia-error.ts'
import type { Phase, Plan } from '../../plan/plan-schema.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'

const shown = 5

/**
 * Sees that everything in the plan can be executed without an agent: each open subtask has steps, and so has each phase without subtasks.
 *
 * Throws `DRIVER_MISSING` with what has none: work that nobody does must not look done.
 */
export const checkSteps = (plan: Plan): void => {
  const missing = plan.phases.filter(isOpen).flatMap(withoutSteps)
  if (missing.length === 0) return
  const list = missing.slice(0, shown).map(({ id, title, line }) => `${id} "${title}" (line ${line})`)
  const more = missing.length > shown ? `, and ${missing.length - shown} more` : ''
  throw new AmeliaError(
    'DRIVER_MISSING',
    `Without an agent only structured steps can be run, and these have none: ${list.join(', ')}${more}. Give the run a driver, or write the steps into the plan.`,
    { phaseIds: [...new Set(missing.map(({ phaseId }) => phaseId))] },
  )
}

const withoutSteps = (phase: Phase): { phaseId: string; id: string; title: string; line: number }[] => {
  const open = phase.subtasks.filter(isOpen)
  const parts = phase.subtasks.length === 0 ? [phase] : open.filter(({ steps }) => steps.length === 0)
  return parts.map(({ id, title, line }) => ({ phaseId: phase.id, id, title, line }))
}
