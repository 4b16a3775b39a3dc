import { expect, it } from 'vitest'
import { didRun, judgeExit } from './judge-exit.ts'

it('takes the expected exit code and no other', () => {
  expect([0, 1, 2, null].map((code) => judgeExit(code, 0))).toEqual([true, false, false, false])
  expect([0, 1, 2, null].map((code) => judgeExit(code, 2))).toEqual([false, false, true, false])
})

it('a command that never ran is not an expected failure', () => {
  expect([0, 1, 255, 126, 127, null].map((code) => judgeExit(code, 'fail'))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
})

it('knows what a shell says of a command that it could not start', () => {
  expect([0, 1, 125, 128, null].every(didRun)).toBe(true)
  expect([126, 127].some(didRun)).toBe(false)
})
