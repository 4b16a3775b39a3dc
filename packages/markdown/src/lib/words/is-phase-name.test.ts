import { expect, it } from 'vitest'
import { isPhaseName } from './is-phase-name.ts'

it.each([
  'Phase 1',
  'Phase 1: Base',
  'Phase 1 - Base',
  'Phase 2A — Base',
  'Phase 1. Base',
  'Phase 1 (week 1): Base',
  'Phase 1 (done)',
  'Phase 1 ✅',
  '✅ Phase 1: Base',
  '1. Phase 1: Base',
  '**Phase 1: Base** - soon',
  '**Phase 1 Base** - soon',
  '**Phase 1**: Base',
  '**Phase 1** - Base',
  '[Phase 1: Base](#base)',
  '[Phase 1 Base](#base)',
  '__Phase 1 Base__ - soon',
  '阶段 1：准备',
  'Phase 1\nmore',
])('%j is the name of a phase', (text) => {
  expect(isPhaseName(text)).toBe(true)
})

it.each([
  'Phase 1 design approved',
  '**Phase 1** design approved',
  '[Phase 1 design](design.md) approved',
  'Phase 1 (draft) approved',
  'Phase 1 merged - at last',
  'Phases 1 and 2',
  'Phase out the old API',
  'Base',
  '',
])('%j is not', (text) => {
  expect(isPhaseName(text)).toBe(false)
})
