import { expect, test } from 'vitest'
import { readRisk } from './risk.ts'

test.each([
  ['high', 'high'],
  [' LOW ', 'low'],
  ['High!', 'high'],
  ['🔴 High', 'high'],
  ['medium risk', 'medium'],
  ['Medium (changes imports)', 'medium'],
  ['Low - only adds files', 'low'],
  ['high, because it drops a table', 'high'],
  ['hihg', undefined],
  ['highest', undefined],
  ['critical', undefined],
  ['not high', undefined],
  ['low/high', undefined],
  ['low - medium', undefined],
  ['low-hanging fruit', undefined],
  ['Low, but high for the migration', undefined],
  ['High load breaks it', undefined],
  ['', undefined],
  ['-', undefined],
])('%j is %j', (text, risk) => {
  expect(readRisk(text)).toBe(risk)
})
