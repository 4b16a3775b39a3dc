import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'

/** Whether a phase is being worked on, so that it can be cancelled and steered. */
export const isWorking = ({ status, active }: Pick<PhaseReport, 'status' | 'active'>): boolean =>
  active ?? ['running', 'retrying'].includes(words.statusKind(status))
