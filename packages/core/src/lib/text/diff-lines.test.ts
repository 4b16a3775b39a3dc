import { describe, expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const text = (...lines: string[]): string => `${lines.join('\n')}\n`

describe('diffLines', () => {
  it('is empty for equal texts', () => {
    expect(diffLines('a\n', 'a\n')).toEqual([])
  })

  it('shows changed lines with the lines around them', () => {
    expect(diffLines(text('1', '2', '3', '4', '5'), text('1', '2', 'three', '4', '5'))).toEqual([
      '@@ -1,5 +1,5 @@',
      ' 1',
      ' 2',
      '-3',
      '+three',
      ' 4',
      ' 5',
    ])
  })

  it('shows distant changes apart, with their line numbers', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
    const after = ['new', ...before.slice(0, 18), before[19]!]
    expect(diffLines(text(...before), text(...after)).filter((line) => !line.startsWith(' '))).toEqual([
      '@@ -1,2 +1,3 @@',
      '+new',
      '@@ -17,4 +18,3 @@',
      '-line 19',
    ])
  })

  it('shows a new and a removed file', () => {
    expect(diffLines('', 'a\n')).toEqual(['@@ -0,0 +1,1 @@', '+a'])
    expect(diffLines('a\nb\n', '')).toEqual(['@@ -1,2 +0,0 @@', '-a', '-b'])
  })

  it('aligns what stayed in a different order of lines', () => {
    expect(diffLines(text('a', 'b', 'c'), text('c', 'a', 'b')).slice(1)).toEqual(['+c', ' a', ' b', '-c'])
  })

  it('shows long texts without a common line as replaced', () => {
    const many = (word: string): string => text(...Array.from({ length: 2_000 }, (_, n) => `${word}${n}`))
    expect(diffLines(many('a'), many('b'))).toHaveLength(4_001)
  })
})
