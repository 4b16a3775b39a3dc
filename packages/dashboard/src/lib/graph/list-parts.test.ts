import { expect, it } from 'vitest'
import type { Phase, PhaseReport } from '@amelia/core'
import { type CardPart, listParts, visibleParts } from './list-parts.ts'

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

it('shows a subtask that its agent claims as claimed until the phase is completed', () => {
  const plan = { subtasks: [{ id: '1.1', title: 'Part', steps: [{ id: 's', command: 'true' }] }] }
  const statusesIn = (status: PhaseReport['status']) =>
    listParts(
      plan as unknown as Phase,
      { status, subtasks: [{ id: '1.1', status: 'completed', claimed: true }] } as unknown as PhaseReport,
    ).map((part) => part.status)
  expect(statusesIn('verifying')).toEqual(['claimed', 'claimed'])
  expect(statusesIn('completed')).toEqual(['completed', 'completed'])
})
