import { expect, it } from 'vitest'
import { wrapIndented, wrapSentences } from './wrap-sentences.ts'

it('wraps sentences on a terminal only', () => {
  const on = (isTTY: boolean, columns: number) => ({ stdout: { isTTY } as NodeJS.WriteStream, columns })
  const words = 'word '.repeat(30).trim()
  expect(wrapSentences(on(true, 10), 'one two three')).toEqual(['one two', 'three'])
  expect(Math.max(...wrapSentences(on(true, 200), words).map(({ length }) => length))).toBe(79)
  expect(wrapSentences(on(false, 100), words)).toEqual([words])
})

it('indents the lines after the first', () => {
  const on = (isTTY: boolean) => ({ stdout: { isTTY } as NodeJS.WriteStream, columns: 14 })
  expect(wrapIndented(on(true), '  one two three four')).toEqual(['  one two', '    three four'])
  expect(wrapIndented(on(false), '  one two three four')).toEqual(['  one two three four'])
})
