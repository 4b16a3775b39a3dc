import type { PhaseView } from '../phase-view.ts'
import { plainLabel } from './plain-label.ts'

/** A phase by its id and, where it has one, its title, as one line: `Phase 2a: Backend`. */
export const phaseLabel = ({ id, title }: PhaseView): string => {
  const label = plainLabel(title)
  return label === '' ? `Phase ${plainLabel(id)}` : `Phase ${plainLabel(id)}: ${label}`
}
