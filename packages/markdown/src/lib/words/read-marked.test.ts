import { expect, it } from 'vitest'
import { growsLinearly } from '../../../../../test/fixtures/grows-linearly.ts'
import { findUnclearMark, readMarked } from './read-marked.ts'

it.each([
  ['✅ Parser', 'Parser', 'done'],
  ['Parser ✅', 'Parser', 'done'],
  ['Parser ✔️ verified', 'Parser', 'done'],
  ['Parser ✅ Jan 5', 'Parser', 'done'],
  ['Parser ✅ in #12', 'Parser', 'done'],
  ['Parser ✅ deployed on staging', 'Parser', 'done'],
  ['Parser ⏳ in progress', 'Parser', 'in_progress'],
  ['Parser ✅ — all tests pass', 'Parser', 'done'],
  ['Parser ✅, reviewed', 'Parser', 'done'],
  ['Parser ✅: see the notes', 'Parser', 'done'],
  ['Parser ✅ see PR #3', 'Parser', 'done'],
  ['Parser ✅ delivered 2026-01-02', 'Parser', 'done'],
  ['Show ✅, 🚧 and ⏸ beside items', 'Show ✅, 🚧 and ⏸ beside items', undefined],
  ['Parser [x]', 'Parser', 'done'],
  ['Parser (done)', 'Parser', 'done'],
  ['Parser [Done]', 'Parser', 'done'],
  ['Parser [In Progress]', 'Parser', 'in_progress'],
  ['Parser (on hold)', 'Parser', 'deferred'],
  ['Parser ✓', 'Parser', 'done'],
  ['Parser ❌ Cancelled', 'Parser', 'cancelled'],
  ['Parser 🟢 done', 'Parser', 'done'],
  ['Parser ❌', 'Parser ❌', undefined],
  ['Parser 🟢', 'Parser 🟢', undefined],
  ['Parser [Done] button', 'Parser [Done] button', undefined],
  ['Show ✅ beside finished items', 'Show ✅ beside finished items', undefined],
  ['Show ✅ in the list', 'Show ✅ in the list', undefined],
  ['Show ✅ closed issues', 'Show ✅ closed issues', undefined],
  ['Switch 🔄/⏸ buttons', 'Switch 🔄/⏸ buttons', undefined],
])('%j has the title %j and the status %j', (text, title, status) => {
  expect(readMarked(text)).toEqual({ title, status })
})

it.each([
  ['Parser ❌', '❌'],
  ['🔴 Phase 1: Parser', '🔴'],
  ['Parser 🟢 (week 1)', '🟢'],
  ['Replace ❌ with ✅ in the list', undefined],
  ['Parser ✅', undefined],
])('%j has the unclear mark %j', (title, mark) => {
  expect(findUnclearMark(title)).toBe(mark)
})

it('takes linear time', () => {
  growsLinearly(100_000, (size) => {
    const title = `a${'✅a'.repeat(size)}`
    expect(readMarked(title).title === title).toBe(true)
  })
})

it.each(['Base (erledigt)', 'Base [hecho]', 'Base (готово)', 'Base（已完成）'])('%s is done', (title) => {
  expect(readMarked(title)).toEqual({ title: 'Base', status: 'done' })
})

it.each(['Base (alle)', 'Base (fertiger Entwurf)'])('%s has no status', (title) => {
  expect(readMarked(title).status).toBeUndefined()
})
