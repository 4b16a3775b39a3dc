import type { Risk } from '../../plan/risk.ts'
import type { TrustLevel } from './trust-level.ts'

export interface CheckpointRules {
  trust: TrustLevel
  /** The phase's own risk. */
  risk: Risk
  /** Those of all phases of its batch. */
  batchRisks(): Risk[]
  batchCheckpointEnabled: boolean
  autoApproveLowRiskBatches: boolean
}

/**
 * Where a phase that is verified waits for a person: `phase` before it is integrated, `batch` until its whole
 * batch is there, `none` not at all (seed: intelligent-execution, Trust Levels).
 *
 * High risk is always asked about; without checkpoints of batches, `standard` asks about nothing else.
 */
export const decideCheckpoint = (rules: CheckpointRules): 'phase' | 'batch' | 'none' => {
  const { trust, risk, batchRisks, batchCheckpointEnabled, autoApproveLowRiskBatches } = rules
  if (trust === 'paranoid') return 'phase'
  if (trust === 'standard' && batchCheckpointEnabled)
    return autoApproveLowRiskBatches && batchRisks().every((other) => other === 'low') ? 'none' : 'batch'
  return risk === 'high' ? 'phase' : 'none'
}
