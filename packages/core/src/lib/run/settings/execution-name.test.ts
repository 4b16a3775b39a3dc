import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planSchema } from '../../plan/plan-schema.ts'
import { checkBranch } from './check-branch.ts'
import { executionName } from './execution-name.ts'

const name = (title: string, more: { goal?: string; trackerId?: string } = {}): string =>
  executionName(planSchema.parse({ phases: [], title, ...more }), Date.UTC(2026, 0, 31, 23, 59))

describe('executionName', () => {
  // seed: phased-execution 53
  it('consists of date, tracker id and a slug of the title', () => {
    expect(name('Add a Parser (v2)!', { trackerId: 'AB-12' })).toBe('2026-01-31-AB-12-add-a-parser-v2')
    expect(name('Add a Parser')).toBe('2026-01-31-add-a-parser')
    expect(name('', { goal: 'The goal' })).toBe('2026-01-31-the-goal')
  })

  it('removes accents', () => {
    expect(name('Crème brûlée à la Zoë')).toBe('2026-01-31-creme-brulee-a-la-zoe')
  })

  it('has a name for a title without such letters', () => {
    for (const title of ['', '計画', '!!!', '../../..']) expect(name(title)).toBe('2026-01-31-plan')
  })

  it('cuts between words, and inside a word only if it is the first', () => {
    expect(name(`${'word '.repeat(9)}longer-than-there-is-room`)).toBe(
      `2026-01-31-${'word-'.repeat(9).slice(0, -1)}`,
    )
    expect(name('x'.repeat(100))).toBe(`2026-01-31-${'x'.repeat(48)}`)
  })

  it('fault 17: is always a safe part of a branch', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
        expect(name(title)).toMatch(/^2026-01-31-[a-z0-9]+(?:-[a-z0-9]+)*$/)
        expect(checkBranch(`amelia/${name(title)}`)).toBeNull()
      }),
    )
  })
})
