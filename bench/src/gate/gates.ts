import { confinedGates } from './confined-gates.ts'
import { contextGates } from './context-gates.ts'
import { endToEndGates } from './end-to-end-gates.ts'
import { gitGates } from './git-gates.ts'
import { graphGates } from './graph-gates.ts'
import { interruptedGates } from './interrupted-gates.ts'
import { journalGates } from './journal-gates.ts'
import { makespanGates } from './makespan-gates.ts'
import { overheadGates } from './overhead-gates.ts'
import { planCostGates } from './plan-cost-gates.ts'
import { planGates } from './plan-gates.ts'
import { submodulesGates } from './submodules-gates.ts'
import { weightGates } from './weight-gates.ts'
import type { Gate } from './gate.ts'

/** The gates of all benchmarks. */
export const gates: readonly Gate[] = [
  ...graphGates,
  ...overheadGates,
  ...makespanGates,
  ...planGates,
  ...planCostGates,
  ...journalGates,
  ...gitGates,
  ...submodulesGates,
  ...confinedGates,
  ...contextGates,
  ...interruptedGates,
  ...weightGates,
  ...endToEndGates,
]
