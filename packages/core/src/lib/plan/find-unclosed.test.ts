import { expect, it } from 'vitest'
import { findUnclosed } from './find-unclosed.ts'

it.each([
  ['# A\n\n```js\nx\n\n## B\n\n## C\n', 3, 'This fence is never closed. Headings that it hides: 2.'],
  ['~~~~\n~~~\n# B\n', 1, 'This fence is never closed. Headings that it hides: 1.'],
  ['# A\r\n<!-- x\r\n# B\r\n', 2, 'This comment is never closed. Headings that it hides: 1.'],
])('warns about %j', (source, line, message) => {
  expect(findUnclosed(source)).toEqual([
    { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column: 1 },
  ])
})

it.each([
  '```\n# a\n```\n',
  '````\n```\n# a\n````\n# B\n',
  '<!-- x -->\n# B\n',
  '<!-- x\n-->\n# B\n',
  '```\nno heading\n',
  '``` a `x` ```\n# B\n',
])('says nothing about %j', (source) => {
  expect(findUnclosed(source)).toEqual([])
})

it.each(['```', '~~~ ', '<!--', '# a\n', '`'])('fault 11: much of %j is read in time', (piece) => {
  expect(findUnclosed(piece.repeat(200_000)).length).toBeLessThan(2)
})
