import type { Risk } from '../plan/plan-schema.ts'

/** How much a run may do before it asks. */
export type TrustLevel = 'paranoid' | 'standard' | 'autonomous'

/**
 * Where a phase that is verified waits for a person: `phase` before it is integrated, `batch` until its whole
 * batch is there, `none` not at all.
 */
export const decideCheckpoint = (trust: TrustLevel, risk: Risk): 'phase' | 'batch' | 'none' => {
  switch (trust) {
    case 'paranoid':
      return 'phase'
    case 'standard':
      return 'batch'
    case 'autonomous':
      return risk === 'high' ? 'phase' : 'none'
  }
}
