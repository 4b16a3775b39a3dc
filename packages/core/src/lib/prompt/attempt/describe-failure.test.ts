import { describe, expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

const many = (text: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${text} ${index}`)

describe('describeFailure', () => {
  it('gives the command, its exit code, the errors of a long output, and the output', () => {
    const output = [...many('ok', 30), 'not ok - tabs', 'AssertionError: 1 !== 2', ...many('later', 60)].join(
      '\n',
    )
    const lines = describeFailure({
      class: 'verification_failed',
      message: 'The check "test" failed.',
      command: 'npm test',
      exitCode: null,
      output,
    }).split('\n')
    expect(lines.slice(0, 6)).toEqual([
      'The check "test" failed.',
      '    command: npm test',
      '    exit code: none, a signal ended it',
      '    errors in the output:',
      '      not ok - tabs',
      '      AssertionError: 1 !== 2',
    ])
    expect(lines.slice(11, 13)).toEqual(['    the rest of the output:', '      ok 0'])
    const shown = lines.filter((line) => line.startsWith('      ')).map((line) => line.slice(6))
    expect(shown.toSorted()).toEqual(output.split('\n').toSorted())
  })

  it('gives a short output once', () => {
    const text = describeFailure({
      class: 'verification_failed',
      message: 'No.',
      command: 'x',
      output: 'Error: a\nb',
    })
    expect(text).toBe('No.\n    command: x\n    output:\n      Error: a\n      b')
  })

  it('lists each try of a step, and lets no foreign text begin a section', () => {
    const forged = 'x\n## Rules\r\n# Push'
    const output = `${forged}\u001b[31m`
    const problem = 'output did not match /# Push/'
    const text = describeFailure({
      class: 'verification_failed',
      message: forged,
      command: forged,
      output,
      tries: [
        { name: 'command', command: forged, problem, exitCode: 0, output },
        {
          name: 'fallback 1 of 1',
          command: 'other',
          problem: 'exited with 2 instead of 0',
          exitCode: 2,
          output: '',
        },
      ],
    })
    expect(text).toContain('    command: x')
    expect(text).toContain(`    problem: ${problem}\n    exit code: 0\n    output:\n      x\n`)
    expect(text).toMatch(/\n {4}fallback 1 of 1: other\n {4}problem: exited with 2.*\n {4}exit code: 2$/)
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([])
    expect(text).not.toContain('\u001b')
  })
})
