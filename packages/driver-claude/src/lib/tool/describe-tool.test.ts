import { expect, it } from 'vitest'
import { describeTool, plainName, plainText } from './describe-tool.ts'

it('shows the most descriptive input', () => {
  expect(describeTool({ description: 'runs tests', command: 'npm  test\n--all' })).toBe('npm test --all')
  expect(describeTool({ command: '', pattern: 'x' })).toBe('x')
  expect(describeTool({ command: 5 })).toBe('')
})

it('makes plain, short text', () => {
  expect(describeTool({ command: '\u001b]0;title\u0007ls \u001b[31m-l' })).toBe('ls -l')
  expect(describeTool({ command: 'x'.repeat(300) })).toHaveLength(200)
  expect(plainName('a\u001b[1mb\nc')).toBe('ab c')
  expect(plainText(`\u001b[31m${'y'.repeat(5_000)}`)).toHaveLength(4_000)
  const cut = plainText(`${'y'.repeat(3_995)}${'😀'.repeat(9)}`)
  // Half of a surrogate pair would decode to another character.
  expect(new TextDecoder().decode(new TextEncoder().encode(cut))).toBe(cut)
})
