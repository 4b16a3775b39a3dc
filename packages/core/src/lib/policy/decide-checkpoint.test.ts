import { expect, it } from 'vitest'
import { decideCheckpoint, type TrustLevel } from './decide-checkpoint.ts'

it('asks at every phase, at every batch, or around high risk alone', () => {
  const asked = (trust: TrustLevel): string[] =>
    (['low', 'medium', 'high'] as const).map((risk) => decideCheckpoint(trust, risk))
  expect(asked('paranoid')).toEqual(['phase', 'phase', 'phase'])
  expect(asked('standard')).toEqual(['batch', 'batch', 'batch'])
  expect(asked('autonomous')).toEqual(['none', 'none', 'phase'])
})
