import type { Plan } from '@amelia/core'
import { expect, it } from 'vitest'
import { lineRange } from './line-range.ts'
import { listCommands } from './list-commands.ts'

const step = (fields: object): object => ({
  id: 's',
  shell: false,
  fallbackCommands: [],
  risk: 'low',
  requiresHumanJudgment: false,
  ...fields,
})

it('lists every command that a plan may run', () => {
  const steps = [
    step({ command: 'npm i', fallbackCommands: ['npm ci'], shell: true, cwd: 'app' }),
    step({ id: 'v', validationCommand: 'npm\ntest', risk: 'high' }),
    step({ id: 'c', codeChange: 'x' }),
  ]
  const phases = [
    { id: '1', subtasks: [{ steps }], acceptance: [{ command: 'true' }] },
  ] as unknown as Plan['phases']
  expect(listCommands({ phases })).toEqual([
    { phaseId: '1', stepId: 's', command: 'npm i', shell: true, asks: false, cwd: 'app' },
    { phaseId: '1', stepId: 's', as: 'fallback', command: 'npm ci', shell: true, asks: false, cwd: 'app' },
    { phaseId: '1', stepId: 'v', as: 'validation', command: 'npm\ntest', shell: false, asks: true },
    { phaseId: '1', as: 'acceptance', command: 'true', shell: false, asks: false },
  ])
})

it('finds the range of a line, and the last one for a line that does not exist', () => {
  expect(lineRange('a\nbc\nd', 2)).toEqual({ from: 2, to: 4 })
  expect(lineRange('a\nbc\nd', 9)).toEqual({ from: 5, to: 6 })
})
