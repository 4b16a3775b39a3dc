import { describe, expect, it } from 'vitest'
import { matchPattern } from './match-pattern.ts'

describe('matchPattern', () => {
  it('searches the full output, line by line', async () => {
    expect(await matchPattern('^\\d+ passed$', 'start\n12 passed\nend')).toBe(true)
    expect(await matchPattern('^\\d+ passed$', '12 passed, 1 failed')).toBe(false)
    expect(await matchPattern('a.b', 'a\nb')).toBe(false)
    expect(await matchPattern('', '')).toBe(true)
  })

  it('fault 11: matches a pattern with catastrophic backtracking at once', async () => {
    expect(await matchPattern('^(a+)+$', `${'a'.repeat(40)}!`)).toBe(false)
    expect(await matchPattern('(x+x+)+y', 'x'.repeat(5_000))).toBe(false)
  })

  it('searches the end of an output that is too long', async () => {
    const long = `BEGIN${'x'.repeat(200_000)}END`
    expect(await matchPattern('END$', long)).toBe(true)
    expect(await matchPattern('BEGIN', long)).toBe(false)
  })

  it('refuses syntax that RE2 lacks', async () => {
    for (const pattern of ['(?=a)', '(a)\\1', '('])
      await expect(matchPattern(pattern, 'aa')).rejects.toThrow()
  })
})
