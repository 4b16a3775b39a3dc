import { expect, it } from 'vitest'
import { nextStepLines } from './next-step-lines.ts'

const steps = [
  { about: 'resume the run', command: 'amelia resume r' },
  { about: 'merge the result', command: 'git merge amelia/a-long-name' },
]

it('aligns the effects of commands on a terminal, and leaves out those that do not fit', () => {
  expect(nextStepLines(steps, 80)).toEqual([
    '  amelia resume r               resume the run',
    '  git merge amelia/a-long-name  merge the result',
  ])
  expect(nextStepLines(steps, 35)).toEqual([
    '  amelia resume r  resume the run',
    '  git merge amelia/a-long-name',
  ])
})

it('puts each command on its line alone in a pipe', () => {
  expect(nextStepLines(steps, Infinity)).toEqual([
    'To resume the run:',
    '  amelia resume r',
    'To merge the result:',
    '  git merge amelia/a-long-name',
  ])
})
