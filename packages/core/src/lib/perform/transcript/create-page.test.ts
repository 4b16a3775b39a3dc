import { describe, expect, it } from 'vitest'
import { createPage, type PageEnd } from './create-page.ts'

const end = (more: Partial<PageEnd> = {}): PageEnd => ({
  session: {
    ...{ session: 's', number: 2, role: 'developer', driver: 'claude', attempt: 1, sessionId: 'abc' },
    ...{ inputTokens: 12_000, cachedInputTokens: 9_000, outputTokens: 340, usd: 0.02, durationMs: 65_000 },
  },
  phaseId: 'a',
  prompt: 'Do this.\n\n~~~\ncode\n~~~',
  startedAt: 0,
  outcome: 'completed',
  text: 'It is done.',
  ...more,
})

describe('createPage', () => {
  it('renders the session for people', () => {
    const page = createPage()
    page.add({ type: 'session', sessionId: 'abc' }, 0)
    page.add({ type: 'text', text: 'I look at it.\nThen I work.' }, 1_000)
    page.add({ type: 'tool', name: 'Edit', summary: 'src/x.ts' }, 61_500)
    page.add({ type: 'waiting', reason: 'rate_limited', until: 90_000, message: 'Slow down.' }, 62_000)
    page.add({ type: 'usage', usage: { inputTokens: 1 } }, 63_000)
    expect(page.render(end())).toMatchInlineSnapshot(`
      "# Phase a, attempt 1, session 2: developer

      - Driver: claude
      - Session: abc
      - Started: 1970-01-01T00:00:00.000Z
      - Usage: 1m 05s, 12k in (9.0k cached), 340 out, $0.02
      - Ended: completed

      ## Prompt

      ~~~~
      Do this.

      ~~~
      code
      ~~~
      ~~~~

      ## Progress

      00:01  says

      > I look at it.
      > Then I work.

      01:01  Edit src/x.ts

      01:02  waits until 1970-01-01T00:01:30.000Z: rate limited: Slow down.

      ## Last message

      > It is done.
      "
    `)
  })

  it('keeps the beginning and the end of long progress', () => {
    const page = createPage()
    for (let number = 0; number < 3_000; number++)
      page.add({ type: 'text', text: `entry ${number}. ${'x'.repeat(1_000)}` }, number)
    const text = page.render(end({ outcome: 'It went away.', text: undefined }))
    expect(text.length).toBeLessThan(850_000)
    expect(text).toContain('entry 0.')
    expect(text).toContain('entry 2999.')
    const [, omitted] = /\[\.\.\. (\d+) entries omitted \.\.\.\]/.exec(text)!
    expect(text.match(/entry \d+\./g)).toHaveLength(3_000 - Number(omitted))
    expect(text).toContain('- Ended: It went away.')
  })

  it('ends with the stack of a driver that failed', () => {
    const text = createPage().render(
      end({ text: undefined, stack: 'TypeError: no\n    at run (driver.js:3:1)' }),
    )
    expect(text).toMatch(/## Stack\n\n~~~\nTypeError: no\n {4}at run \(driver\.js:3:1\)\n~~~\n$/)
  })

  it('renders any number of fences in a prompt', () => {
    const text = createPage().render(end({ prompt: '~ '.repeat(200_000) }))
    expect(text).toContain('## Progress')
  })

  it('renders a session of the run, and one without progress', () => {
    const text = createPage().render(end({ phaseId: undefined }))
    expect(text).toContain('# Run, session 2: developer\n')
    expect(text).toContain('The agent reported no progress.')
  })
})
