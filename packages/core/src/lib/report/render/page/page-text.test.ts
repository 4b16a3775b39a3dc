import { describe, expect, it } from 'vitest'
import { quoteText } from './page-text.ts'

describe('quoteText', () => {
  it('keeps foreign text from acting, line by line, and its indentation', () => {
    const text =
      'Done for @ada, fixes #3:\r\n\n- a <b>\n  - `<c>` [x](https://x.y)\n\u001b[31m# red\u001b[0m\n```'
    expect(quoteText(text).split('\n')).toEqual([
      '> Done for &#64;ada, fixes &#35;3:',
      '>',
      '> - a &lt;b>',
      '>   - `<c>` \\[x\\](https:&#47;&#47;x.y)',
      '> # red',
      '> \\`\\`\\`',
    ])
  })
})
