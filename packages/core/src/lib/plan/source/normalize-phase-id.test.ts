import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizePhaseId } from './normalize-phase-id.ts'

// seed: phase-execution-reference 2
test.each([
  ['Phase 0', '0'],
  ['Phase 2-A', '2a'],
  ['2A', '2a'],
  ['Phase 2a', '2a'],
  [' phase  3 ', '3'],
  ['1.1', '1.1'],
  ['2-1', '2.1'],
  ['2 – 1', '2.1'],
  ['WU-10', 'wu10'],
  ['Phase', 'phase'],
  ['Phases', 'phases'],
  ['#5', '5'],
  ['5.', '5'],
  ['2A:', '2a'],
  ['é', 'é'],
  ['', ''],
])('%j is %j', (raw, id) => {
  expect(normalizePhaseId(raw)).toBe(id)
})

// seed: phase-execution-reference 3
test('1.1, 1-1 and 11 are two phases', () => {
  expect(new Set(['1.1', '1-1', '11'].map(normalizePhaseId))).toEqual(new Set(['1.1', '11']))
})

test('fault 8: nothing invisible is removed, so that it can be refused', () => {
  expect(normalizePhaseId('2a\u200b')).toBe('2a\u200b')
})

test('a normalised id stays unchanged', () => {
  const word = fc.string({ unit: fc.constantFrom('1', '2', 'a', 'B', '.', '-', ' ', '_'), maxLength: 8 })
  fc.assert(
    fc.property(word, (raw) => {
      const id = normalizePhaseId(raw)
      expect(normalizePhaseId(id)).toBe(id)
    }),
  )
})
