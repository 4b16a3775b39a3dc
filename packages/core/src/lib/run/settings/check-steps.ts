import { AmeliaError } from '../../error/amelia-error.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { nameLine } from '../../plan/source/locate-line.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'

const shown = 5

/**
 * Checks that phases can run without an agent if they have none: each open subtask has steps, and each open
 * phase has subtasks.
 *
 * Throws `DRIVER_MISSING`, which names parts without steps, because work that no one does must not appear
 * completed.
 */
export const checkSteps = (plan: Plan, hasDriver: (phaseId: string) => boolean): void => {
  const missing = plan.phases.filter((phase) => isOpen(phase) && !hasDriver(phase.id)).flatMap(withoutSteps)
  if (missing.length === 0) return
  const list = missing
    .slice(0, shown)
    .map(({ id, title, line }) => `${id} "${title}"${plan.source === '' ? '' : ` (${nameLine(plan, line)})`}`)
  const more = missing.length > shown ? `, and ${missing.length - shown} more` : ''
  throw new AmeliaError(
    'DRIVER_MISSING',
    `Without an agent, only structured steps can run, but these parts have none: ${list.join(', ')}${more}. Give the run a driver, or add steps to the plan.${plan.format === 'single' ? ' No format of plans was recognised in its text.' : ''}`,
    { phaseIds: [...new Set(missing.map(({ phaseId }) => phaseId))] },
  )
}

const withoutSteps = (phase: Phase): { phaseId: string; id: string; title: string; line: number }[] => {
  const open = phase.subtasks.filter(isOpen)
  const parts = phase.subtasks.length === 0 ? [phase] : open.filter(({ steps }) => steps.length === 0)
  return parts.map(({ id, title, line }) => ({ phaseId: phase.id, id, title, line }))
}
