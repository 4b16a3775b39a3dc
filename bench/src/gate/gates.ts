import { graphGates } from './graph-gates.ts'
import { overheadGates } from './overhead-gates.ts'
import type { Gate } from './gate.ts'

/** The gates of all benchmarks. */
export const gates: readonly Gate[] = [...graphGates, ...overheadGates]
