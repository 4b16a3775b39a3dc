import { expect, it } from 'vitest'
import { readInline } from './read-inline.ts'

const read = (text: string): string[] =>
  readInline(text).map((part) =>
    part.kind === 'link' ? `link ${part.text} ${part.href}` : `${part.kind} ${part.text}`,
  )

it('reads code, emphasis and links', () => {
  expect(read('Use `pay()`, **not** the *old* _one_.')).toEqual([
    ...['text Use ', 'code pay()', 'text , ', 'strong not', 'text  the ', 'emphasis old', 'text  '],
    ...['emphasis one', 'text .'],
  ])
  expect(read('See [the docs](https://example.org/a?b=1#c) or http://example.org/x.')).toEqual([
    ...['text See ', 'link the docs https://example.org/a?b=1#c', 'text  or '],
    ...['link http://example.org/x http://example.org/x', 'text .'],
  ])
})

it.each([
  '[run](javascript:alert(1))',
  '[read](file:///etc/passwd) [mail](data:text/html,x) <a href="x">x</a>',
  'snake_case_name, 2 * 3 * 4, a ** b ** c, `open',
  '**never\nclosed**',
])('leaves other text as it is: %s', (text) => {
  expect(readInline(text)).toEqual([{ kind: 'text', text }])
})

it('keeps every character of a long text of marks that are not closed', () => {
  const text = '**a [b `c _d https://'.repeat(2_000)
  const parts = readInline(text)
  expect(
    parts
      .map((part) => part.text)
      .join('')
      .replaceAll(/[*`_]/g, ''),
  ).toBe(text.replaceAll(/[*`_]/g, ''))
})
