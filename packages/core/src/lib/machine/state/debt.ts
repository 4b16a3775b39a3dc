import type { Red } from '../../event/evidence.ts'

/** Tests on the run's head that are red until their implementation is there. */
export interface Debt {
  phaseId: string
  /** The phase's commit on the head, and the one before it. */
  commit: string
  base: string
  red: Red
  /** Phases whose implementations answer the tests and are not integrated yet. */
  owedBy: string[]
}
