import type { Gate } from './gate.ts'

const benchmark = 'interrupted'
const series = 'requests paid again'

/** The aim is that an interruption costs no answered request; a killed call is repeated. */
export const interruptedGates: readonly Gate[] = [
  { benchmark, series, subject: 'amelia, 429 on every fifth request', size: 12, most: 0 },
  { benchmark, series, subject: 'amelia, outage at turn 8', size: 12, most: 0 },
  { benchmark, series, subject: 'amelia, agent killed at turn 8', size: 12, most: 1 },
  { benchmark, series, subject: 'amelia, budget used up at turn 8', size: 12, most: 1 },
]
