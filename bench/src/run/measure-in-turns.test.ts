import { describe, expect, it } from 'vitest'
import { measureInTurns, type Subject } from './measure-in-turns.ts'

const subject = (name: string, work: () => unknown, more: Partial<Subject> = {}): Subject => ({
  subject: name,
  series: 's',
  size: 1,
  unit: 'us',
  scale: 1,
  prepare: () => {},
  work,
  ...more,
})

describe('measureInTurns', () => {
  it('runs the subjects in turns, and counts the repeats after the warm ones', async () => {
    const calls: string[] = []
    const rows = await measureInTurns(
      [subject('a', () => calls.push('a')), subject('b', async () => calls.push('b'))],
      { repeats: 3, warm: 1, limitMs: 60_000 },
    )
    expect(calls.join('')).toBe('abababab')
    expect(rows.map(({ repeats }) => repeats)).toEqual([3, 3])
    for (const { min, median } of rows) expect(min).toBeLessThanOrEqual(median)
  })

  it('stops after the limit with three counted repeats', async () => {
    const [row] = await measureInTurns([subject('a', () => {})], { repeats: 50, warm: 2, limitMs: 0 })
    expect(row?.repeats).toBe(3)
  })

  it('repeats a slow subject three times, and goes on with the others', async () => {
    const subjects = [subject('slow', () => {}, { isSlow: true }), subject('quick', () => {})]
    const rows = await measureInTurns(subjects, { repeats: 9, warm: 2, limitMs: 60_000 })
    expect(rows.map(({ repeats }) => repeats)).toEqual([3, 9])
  })

  it('measures more for more work, and scales', async () => {
    const spin = (count: number) => () => {
      let sum = 0
      for (let at = 0; at < count; at++) sum += Math.sqrt(at)
      return sum
    }
    const [little, much, scaled] = await measureInTurns(
      [
        subject('little', spin(300_000)),
        subject('much', spin(6_000_000)),
        subject('scaled', spin(6_000_000), { scale: 1_000 }),
      ],
      { repeats: 5, warm: 1, limitMs: 60_000 },
    )
    expect(much!.min).toBeGreaterThan(3 * little!.min)
    expect(scaled!.min).toBeGreaterThan(100 * much!.min)
  })
})
