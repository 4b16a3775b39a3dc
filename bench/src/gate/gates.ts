import { contextGates } from './context-gates.ts'
import { graphGates } from './graph-gates.ts'
import { makespanGates } from './makespan-gates.ts'
import { overheadGates } from './overhead-gates.ts'
import { planGates } from './plan-gates.ts'
import { weightGates } from './weight-gates.ts'
import type { Gate } from './gate.ts'

/** The gates of all benchmarks. */
export const gates: readonly Gate[] = [
  ...graphGates,
  ...overheadGates,
  ...makespanGates,
  ...planGates,
  ...contextGates,
  ...weightGates,
]
