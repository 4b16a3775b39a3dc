import { contents } from '../../../../../test/contents.ts'
import { colourLine } from './colour-line.ts'
import { expect, it } from 'vitest'

const show = (path: string, line: string): string =>
  colourLine(path, line)
    .map(({ text, kind }) => (kind ? `<${kind.charAt(0)} ${text}>` : text))
    .join('')

it('colours words, strings, numbers and comments by the name of the file', () => {
  expect(show('a.ts', "export const n = 'x' // two")).toBe("<k export> <k const> n = <s 'x'> <c // two>")
  expect(show('a.ts', ' * Adds a part.')).toBe('<c  * Adds a part.>')
  expect(show('a.ts', 'a * b / 12')).toBe('a * b / <n 12>')
  expect(show('a.py', "def f(): # it's")).toBe("<k def> f():<c  # it's>")
  expect(show('a.sql', 'select 1 -- one')).toBe('select <n 1> <c -- one>')
  expect(show('a.ts', '"open')).toBe('<s "open>')
  expect(show('a.md', 'if "so" // this')).toBe('if "so" // this')
  expect(show('a.ts', '')).toBe('')
})

it('loses and adds no character', () => {
  for (const text of contents(100))
    for (const line of text.split('\n'))
      for (const path of ['a.ts', 'a.py', 'a.sql', 'a.md'])
        expect(
          colourLine(path, line)
            .map((part) => part.text)
            .join(''),
        ).toBe(line)
})

it('reads a line that is hard for patterns in linear time', () => {
  for (const hard of ['"'.repeat(2_000), '\\'.repeat(2_000), '/*'.repeat(1_000), ' '.repeat(2_000)])
    expect(
      colourLine('a.ts', hard)
        .map(({ text }) => text)
        .join(''),
    ).toBe(hard)
})
