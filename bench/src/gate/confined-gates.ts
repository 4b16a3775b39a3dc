import type { Gate } from './gate.ts'

/** A command may last 15 ms longer because it is confined. */
export const confinedGates: readonly Gate[] = [
  { benchmark: 'confined', series: 'one command', subject: 'amelia, added', size: 1, most: 15 },
]
