import type { PlanIssue } from '@amelia/core'
import { expect, it } from 'vitest'
import { formatIssue } from './format-issue.ts'

const issue: PlanIssue = { severity: 'error', code: 'ID_INVALID', message: 'Bad.', line: 2, column: 5 }
const format = (more: Partial<PlanIssue>, lines: string[], columns = 80) =>
  formatIssue({ ...issue, ...more }, { path: 'plan.md', lines, columns, paint: (text) => text })

it('shows the line, and a caret at the column', () => {
  expect(format({}, ['# Plan', '| \t1a | Title'])).toBe(
    'plan.md:2:5: error: Bad. [ID_INVALID]\n  2 | |  1a | Title\n          ^\n',
  )
})

it('shows no caret at column 1, and no blank line', () => {
  expect(format({ column: 1, severity: 'warning' }, ['', 'x'])).toBe(
    'plan.md:2:1: warning: Bad. [ID_INVALID]\n  2 | x\n',
  )
  expect(format({}, ['# Plan', '  '])).toBe('plan.md:2:5: error: Bad. [ID_INVALID]\n')
  expect(format({ line: 9 }, ['# Plan'])).toBe('plan.md:9:5: error: Bad. [ID_INVALID]\n')
})

it('shows a long line around the column, and shows control characters as ?', () => {
  expect(format({ column: 70 }, ['', 'x'.repeat(100)], 30)).toBe(
    `plan.md:2:70: error: Bad. [ID_INVALID]\n  2 | …${'x'.repeat(22)}…\n${' '.repeat(19)}^\n`,
  )
  expect(format({ column: 2, message: 'a\u001b[31mb' }, ['', '\u001b[2J\u202ex é'])).toBe(
    'plan.md:2:2: error: ab [ID_INVALID]\n  2 | ?[2J?x é\n       ^\n',
  )
})

it('makes the place a link where links are shown', () => {
  const link = (text: string): string => `<a>${text}</a>`
  const text = formatIssue(issue, { path: 'plan.md', lines: [], columns: 80, paint: (piece) => piece, link })
  expect(text).toBe('<a>plan.md:2:5:</a> error: Bad. [ID_INVALID]\n')
})

it('wraps the message between words at a terminal', () => {
  const message = 'The phase depends on a phase that the plan does not contain.'
  const options = { path: 'plan.md', lines: [], columns: 40, wrapAt: 40, paint: (piece: string) => piece }
  expect(formatIssue({ ...issue, message }, options)).toBe(
    'plan.md:2:5: error: The phase\n    depends on a phase that the plan\n    does not contain. [ID_INVALID]\n',
  )
})
