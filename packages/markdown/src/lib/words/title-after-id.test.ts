import { expect, it } from 'vitest'
import { dropNumbering } from './drop-numbering.ts'
import { readMarked } from './read-marked.ts'
import { titleAfterId } from './title-after-id.ts'

it.each([
  [': Base', 'Base'],
  [' — Base (core)', 'Base (core)'],
  [' (week 1): Base', 'Base (week 1)'],
  [' (week 1)', '(week 1)'],
  [' (a) b', '(a) b'],
  ['', ''],
])('the title after the id in %j is %j', (text, title) => {
  expect(titleAfterId(text)).toBe(title)
})

it.each([
  ['6.0 Phase 0: Base', 'Phase 0: Base'],
  ['Implementation Phase 2', 'Phase 2'],
  ['2. Stage 1: x', 'Stage 1: x'],
  ['2. Stages', '2. Stages'],
  ['6.0 Base', '6.0 Base'],
])('%j without its numbering is %j', (heading, text) => {
  expect(dropNumbering(heading)).toBe(text)
})

it.each([
  ['Parser ✅', 'Parser', 'done'],
  ['Parser [x]', 'Parser', 'done'],
  ['Parser (COMPLETED)', 'Parser', 'done'],
  ['Parser (in progress)', 'Parser', 'in_progress'],
  ['Parser (done by hand)', 'Parser (done by hand)', undefined],
  ['⏳ Parser', 'Parser', 'pending'],
])('%j has the title %j and the status %j', (text, title, status) => {
  expect(readMarked(text)).toEqual({ title, status })
})
