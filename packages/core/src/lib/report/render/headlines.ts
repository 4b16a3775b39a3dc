import type { ConditionStatus } from '../words/run-condition.ts'
import type { Tone } from './phase-mark.ts'

/** The headline of a run with each condition, and its tone. */
export const headlines: Record<ConditionStatus, readonly [text: string, tone: Tone]> = {
  running: ['Running', 'active'],
  draining: ['Draining', 'warn'],
  waiting: ['Waiting for an answer', 'warn'],
  completed: ['Completed', 'good'],
  partial: ['Partly completed', 'warn'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
  aborted: ['Aborted', 'bad'],
  interrupted: ['Interrupted', 'warn'],
  reverted: ['Reverted', 'warn'],
  unknown: ['Unknown', 'dim'],
}
