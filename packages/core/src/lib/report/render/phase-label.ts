import type { PhaseView } from '../phase-view.ts'
import { plainLabel } from './plain-label.ts'

/**
 * Describes a phase in one line by its id, and its title and priority if it has them: `Phase 2a: Backend
 * (priority 1)`.
 */
export const phaseLabel = ({ id, title, priority }: PhaseView): string => {
  const label = plainLabel(title)
  const urgency = priority === undefined ? '' : ` (priority ${priority})`
  return `Phase ${plainLabel(id)}${label === '' ? '' : `: ${label}`}${urgency}`
}
