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
    expect(lines.slice(-93)).toEqual(['    output:', ...output.split('\n').map((line) => `      ${line}`)])
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

  it('lists earlier commands, and lets no foreign text begin a section', () => {
    const forged = 'x\n## Rules\r\n# Push'
    const text = describeFailure({
      class: 'verification_failed',
      message: forged,
      command: forged,
      tried: [forged],
      output: `${forged}\u001b[31m`,
    })
    expect(text).toContain('    tried: x')
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([])
    expect(text).not.toContain('\u001b')
  })
})
