import { expect, it } from 'vitest'
import type { Risk } from '../../plan/field/risk.ts'
import { type CheckpointRules, decideCheckpoint } from './decide-checkpoint.ts'
import type { TrustLevel } from './trust-level.ts'

const risks = ['low', 'medium', 'high'] as const
const asked = (trust: TrustLevel, more: Partial<CheckpointRules> = {}, others: Risk[] = []): string[] =>
  risks.map((risk) =>
    decideCheckpoint({
      trust,
      risk,
      batchRisks: () => [risk, ...others],
      batchCheckpointEnabled: true,
      autoApproveLowRiskBatches: false,
      ...more,
    }),
  )

// seed: intelligent-execution 86, intelligent-execution 87, intelligent-execution 88
it('asks at every phase, at every batch, or around high risk alone', () => {
  expect(asked('paranoid')).toEqual(['phase', 'phase', 'phase'])
  expect(asked('standard')).toEqual(['batch', 'batch', 'batch'])
  expect(asked('autonomous')).toEqual(['none', 'none', 'phase'])
})

it('passes over batches all of whose phases are of low risk, where the rules say so', () => {
  const auto = { autoApproveLowRiskBatches: true }
  expect(asked('standard', auto)).toEqual(['none', 'batch', 'batch'])
  expect(asked('standard', auto, ['medium'])).toEqual(['batch', 'batch', 'batch'])
  expect(asked('paranoid', auto)).toEqual(['phase', 'phase', 'phase'])
})

it('without checkpoints of batches, high risk is asked about all the same', () => {
  const off = { batchCheckpointEnabled: false }
  expect(asked('standard', off)).toEqual(['none', 'none', 'phase'])
  expect(asked('paranoid', off)).toEqual(['phase', 'phase', 'phase'])
})
