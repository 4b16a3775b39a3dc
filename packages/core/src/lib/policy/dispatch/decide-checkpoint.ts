import type { Risk } from '../../plan/field/risk.ts'
import type { TrustLevel } from './trust-level.ts'

export interface CheckpointRules {
  trust: TrustLevel
  /** The phase's own risk. */
  risk: Risk
  /** The risks of all phases of its batch. */
  batchRisks(): Risk[]
  batchCheckpointEnabled: boolean
  autoApproveLowRiskBatches: boolean
}

/**
 * Decides where a verified phase waits for a person: `phase` before it is integrated, `batch` until its whole
 * batch is ready, `none` nowhere (seed: intelligent-execution, Trust Levels).
 *
 * Without batch checkpoints, `standard` asks only about phases of high risk.
 */
export const decideCheckpoint = (rules: CheckpointRules): 'phase' | 'batch' | 'none' => {
  const { trust, risk, batchRisks, batchCheckpointEnabled, autoApproveLowRiskBatches } = rules
  const byRisk = risk === 'high' ? 'phase' : 'none'
  switch (trust) {
    case 'paranoid':
      return 'phase'
    case 'standard':
      if (!batchCheckpointEnabled) return byRisk
      return autoApproveLowRiskBatches && batchRisks().every((other) => other === 'low') ? 'none' : 'batch'
    case 'autonomous':
      return byRisk
  }
}
