import { expect, it } from 'vitest'
import { findGap } from './find-gap.ts'
import { readEntries } from './read-entries.ts'

/** A conversation as the agent stores it: other entries are between its messages. */
const lines = [
  '{"type":"queue-operation"}',
  '{"uuid":"a","parentUuid":null,"type":"user"}',
  '{"uuid":"b","parentUuid":"a","type":"attachment"}',
  '{"uuid":"c","parentUuid":"b","type":"assistant"}',
  '{"type":"last-prompt","leafUuid":"c"}',
  '{"uuid":"s","parentUuid":"lost","isSidechain":true}',
  '{"uuid":"d","parentUuid":"c","type":"user"}',
  '{"uuid":"e","parentUuid":"d","type":"assistant"}',
  '{"type":"cost-state"}',
]
const gapOf = (kept: readonly string[], last?: string) => findGap(readEntries(kept.join('\n')), last)
const without = (...ids: string[]) =>
  lines.filter((line) => !ids.some((id) => line.includes(`"uuid":"${id}"`)))

it('finds nothing in a complete transcript', () => {
  expect(gapOf(lines)).toBeUndefined()
  expect(gapOf(lines, 'e')).toBeUndefined()
  expect(gapOf([])).toBeUndefined()
})

it('finds a missing beginning and a missing middle', () => {
  expect(gapOf(lines.slice(3))).toBe('a part of it is missing')
  expect(gapOf(without('c'))).toBe('a part of it is missing')
  // A line that was damaged is missing too.
  expect(gapOf(lines.map((line) => line.replace('"uuid":"d"', '"uu')))).toBe('a part of it is missing')
})

it('finds a missing end by the last known message only', () => {
  expect(gapOf(lines.slice(0, 5))).toBeUndefined()
  expect(gapOf(lines.slice(0, 5), 'd')).toBe('its end is missing')
  // The call that was running is allowed to be missing.
  expect(gapOf(lines.slice(0, 7), 'd')).toBeUndefined()
})

it('accepts a message on another branch, if it is complete', () => {
  const branch = '{"uuid":"f","parentUuid":"c","type":"user"}'
  expect(gapOf([...lines, branch], 'e')).toBeUndefined()
  expect(gapOf([...without('d'), branch], 'e')).toBe('a part of it is missing')
})

it('ends on messages that form a circle', () => {
  expect(gapOf(['{"uuid":"a","parentUuid":"b"}', '{"uuid":"b","parentUuid":"a"}'])).toBe(
    'its messages form a circle',
  )
})
