import { expect, it } from 'vitest'
import { type CardPart, visibleParts } from './list-parts.ts'

const parts = (statuses: string): CardPart[] =>
  [...statuses].map((letter, index) => ({
    ...{ id: String(index), title: '', level: 'step' },
    status: letter === 'x' ? 'completed' : letter === 'r' ? 'running' : 'pending',
  }))
const shown = (statuses: string): string =>
  visibleParts(parts(statuses), 4)
    .parts.map(({ id }) => id)
    .join('')

// seed: intelligent-execution 108
it('shows all parts that fit', () => {
  expect(visibleParts(parts('xr..'), 4)).toMatchObject({ parts: { length: 4 }, hidden: 0 })
})

it('keeps the part that runs visible, with the one before it', () => {
  expect(shown('r.....')).toBe('012')
  expect(shown('xxxr..')).toBe('234')
  expect(shown('xxxxxr')).toBe('345')
  expect(shown('xxxxxx')).toBe('345')
  expect(visibleParts(parts('xxxr..'), 4).hidden).toBe(3)
})
