import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SkippedWork } from './skipped-work.tsx'

const show = (lines: { line: number; text: string }[]): string =>
  renderToStaticMarkup(createElement(SkippedWork, { lines }))

it('lists the first lines that will not run, and counts the others', () => {
  const lines = Array.from({ length: 22 }, (_, at) => ({ line: at + 3, text: `Phase ${at}: Setup` }))
  expect(show(lines)).toContain('22 lines look like work, and will not run:')
  expect(show(lines)).toContain('<li>Line 3: Phase 0: Setup</li>')
  expect(show(lines)).toContain('and 2 more.')
  expect(show(lines.slice(0, 1))).toContain('1 line looks')
  expect(show([])).toBe('')
})
