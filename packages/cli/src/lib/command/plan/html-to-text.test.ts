import { expect, it } from 'vitest'
import { htmlToText } from './html-to-text.ts'

it('returns the text of a page, one line per block', () => {
  const page = `<!doctype html><html><head><title>No</title><style>p { x: 1 }</style></head>
<body><nav><a href="/">Home</a></nav><!-- <p>not this</p> --><h1>Count &amp;   words</h1>
<p>Hyphens <b>join</b> words:<br/>a &lt; b, 3 < 4 &#8212; &#x41;&nbsp;&#99999999; &unknown;</p>
<ul><li>one</li><li>two</ul><script>if (a </b) alert('<p>no</p>')</script><p>End`
  expect(htmlToText(page)).toBe(
    'Count & words\nHyphens join words:\na < b, 3 < 4 — A &#99999999; &unknown;\n- one\n- two\nEnd',
  )
})

it('finds elements behind letters whose lower case is longer', () => {
  expect('İ'.toLowerCase()).toHaveLength(2)
  expect(htmlToText('<P>İİİİİ İstanbul</P><SCRIPT>no()</SCRIPT><p>two</p>')).toBe('İİİİİ İstanbul\ntwo')
})

it('takes linear time for elements that are never closed', () => {
  for (const part of ['<', '<script ', '<!--', '<p', '<script>'])
    expect(htmlToText(part.repeat(100_000)).length).toBeLessThanOrEqual(100_000)
})
