import { expect, test } from 'vitest'
import { readInfo } from './read-info.ts'

test.each([
  ['ts file=src/a.ts replace', 'ts', { file: 'src/a.ts' }, ['replace']],
  ['js file="a b.js" Replace', 'js', { file: 'a b.js' }, ['replace']],
  ["sh cwd='x y' expect=fail", 'sh', { cwd: 'x y', expect: 'fail' }, []],
  ['file=a file=b', '', { file: 'a' }, []],
  ['SH', 'sh', {}, []],
  ['js file="open', 'js', { file: '"open' }, []],
  ['{r, echo=FALSE}', '{r,', { echo: 'FALSE}' }, []],
  ['', '', {}, []],
])('%j', (info, language, attributes, words) => {
  const read = readInfo(info)
  expect(read.language).toBe(language)
  expect(Object.fromEntries(read.attributes)).toEqual(attributes)
  expect([...read.words]).toEqual(words)
})

test('a name with several values is repeated', () => {
  expect([...readInfo('js file=a file=b risk=low risk=low').repeated]).toEqual(['file'])
})
