import { describe, expect, expectTypeOf, it } from 'vitest'
import { AmeliaError } from './amelia-error.ts'

describe('AmeliaError', () => {
  it('is an error with a code, facts and a cause', () => {
    const cause = new Error('deeper')
    const error = new AmeliaError(
      'GATE_UNKNOWN',
      'Gate "x" not found.',
      { gateId: 'x', open: ['y'] },
      { cause },
    )
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'AmeliaError',
      code: 'GATE_UNKNOWN',
      details: { gateId: 'x', open: ['y'] },
      cause,
    })
    expect(String(error)).toBe('AmeliaError: Gate "x" not found.')
    expect('cause' in new AmeliaError('RUN_ENDED', '', { runId: 'r' })).toBe(false)
  })

  it('is told by its code', () => {
    const error: unknown = new AmeliaError('REF_MOVED', 'Moved.', { refs: ['a'] })
    expect([
      AmeliaError.is(error),
      AmeliaError.is(error, 'REF_MOVED'),
      AmeliaError.is(error, 'GIT_FAILED'),
    ]).toEqual([true, true, false])
    if (AmeliaError.is(error, 'REF_MOVED')) expectTypeOf(error.details).toEqualTypeOf<{ refs: string[] }>()
  })

  it('is told from another copy of this package too', async () => {
    const copy: string = './amelia-error.ts?copy'
    const other = ((await import(copy)) as { AmeliaError: typeof AmeliaError }).AmeliaError
    expect(other).not.toBe(AmeliaError)
    const error = new other('RUN_ENDED', 'Over.', { runId: 'r' })
    expect(error instanceof AmeliaError).toBe(false)
    expect(AmeliaError.is(error, 'RUN_ENDED')).toBe(true)
    expect(AmeliaError.is(error, 'RUN_LOCKED')).toBe(false)
  })

  it('is nothing else, however much it resembles one', () => {
    const alike = Object.assign(new Error('x'), { name: 'AmeliaError', code: 'RUN_ENDED', details: {} })
    for (const value of [alike, { code: 'RUN_ENDED' }, null, undefined, 'RUN_ENDED', 0])
      expect(AmeliaError.is(value)).toBe(false)
  })
})
