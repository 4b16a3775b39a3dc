import { expect, it } from 'vitest'
import { listTries } from './list-tries.ts'

const failure = { class: 'verification_failed', message: 'No.' } as const

it('lists each try of a step', () => {
  const tries = ['command', 'fallback 1 of 1'].map((name) => ({
    ...{ name, command: 'a', problem: 'failed', exitCode: 1, output: '' },
  }))
  expect(listTries({ ...failure, command: 'a', exitCode: 1, tries })).toEqual(tries)
})

it('is one try for a failure without fallbacks, or without a command', () => {
  expect(listTries({ ...failure, command: 'a', exitCode: null, output: 'x', outputFile: 'f' })).toEqual([
    { name: 'command', command: 'a', exitCode: null, output: 'x', outputFile: 'f' },
  ])
  expect(listTries({ ...failure, output: 'x' })).toEqual([{ name: 'command', output: 'x' }])
})
