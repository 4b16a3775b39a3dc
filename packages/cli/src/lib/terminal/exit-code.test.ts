import type { RunStatus } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from './exit-code.ts'

describe('exitCodeOf', () => {
  it.each<[RunStatus, number]>([
    ['completed', 0],
    ['partial', 1],
    ['failed', 1],
    ['aborted', 1],
    ['waiting', 3],
    ['cancelled', 130],
  ])('%s is %d', (status, code) => {
    expect(exitCodeOf(status)).toBe(code)
  })
})
