import { describe, expect, it } from 'vitest'
import { failureLine } from './failure-line.ts'

describe('failureLine', () => {
  const command = 'npm test'
  const message = 'The command of step 2.1 (line 9) exited with 1 instead of 0: npm test'

  it('names the step and the telling line of its output', () => {
    const output = 'compiling\nsrc/a.ts:12:5 - error TS2322: wrong type\ndone\n'
    expect(
      failureLine({ class: 'verification_failed', message, command, exitCode: 1, stepId: '2.1', output }),
    ).toBe('step 2.1 exited with 1: src/a.ts:12:5 - error TS2322: wrong type')
  })

  it('takes the last line of an output that names no error', () => {
    const told = {
      class: 'verification_failed',
      message: 'The check lint failed: npm test',
      command,
    } as const
    expect(failureLine({ ...told, output: 'one\n\u001b[31mtwo\u001b[0m\n\n' })).toBe(
      'The check lint failed: two',
    )
    expect(failureLine(told)).toBe('The check lint failed')
  })

  it('skips the lines after an error', () => {
    const output =
      'npm error Missing script: "nope"\nnpm error\nnpm error A complete log of this run can be found in: x\n'
    const message = 'The check "test" failed.'
    expect(failureLine({ class: 'verification_failed', message, command, exitCode: 1, output })).toBe(
      'The check "test" failed: npm error Missing script: "nope"',
    )
  })

  it('says nothing twice, and keeps a message without a command', () => {
    expect(failureLine({ class: 'agent_failed', message: 'It\nbroke: x', output: 'broke: x' })).toBe(
      'It broke: x',
    )
  })
})
