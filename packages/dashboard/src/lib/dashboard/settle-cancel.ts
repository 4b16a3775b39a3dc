import type { RunEvent } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { CancelTarget } from '../gate/cancel-dialog.tsx'

/** Returns the message after an event that shows the effect of a cancellation; undefined for others. */
export const settleCancel =
  ({ phaseId, stepId, batch }: CancelTarget) =>
  (event: RunEvent): string | undefined => {
    if (event.type === 'run_ended') {
      if (event.status === 'cancelled') return 'The run was cancelled. It can be resumed.'
      return `The run has ended: ${event.status}.`
    }
    const phases = batch?.phaseIds ?? (phaseId === undefined ? [] : [phaseId])
    const isOf = (id: string): boolean => phases.includes(id)
    const part = stepId === undefined ? 'Phase' : 'The step of phase'
    if (event.type === 'gate_opened' && event.gate.phaseIds.some(isOf))
      return `${part} ${words.plainLabel(event.gate.phaseIds.filter(isOf).join(', '))} was cancelled. A question asks how to continue.`
    if (event.type === 'phase_completed' && isOf(event.phaseId))
      return `Phase ${words.plainLabel(event.phaseId)} was completed before the cancellation.`
    return undefined
  }
