import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CardPart } from './list-parts.ts'
import { SegmentBar } from './segment-bar.tsx'

const part = (id: string, fields: Partial<CardPart> = {}): CardPart => ({
  ...{ id, title: id, level: 'subtask', status: 'pending', ...fields },
})
const show = (parts: readonly CardPart[]): string =>
  [...renderToStaticMarkup(createElement(SegmentBar, { parts })).matchAll(/amelia-is-(\w+)"[^>]*>(\w?)</g)]
    .map(([, kind, letter]) => `${letter}:${kind}`)
    .join(' ')

// seed: intelligent-execution 108
it('shows each subtask with the letter of its type and its state', () => {
  const parts = [
    part('a', { type: 'test', status: 'completed' }),
    part('step', { level: 'step', status: 'completed' }),
    part('b', { type: 'impl', status: 'running' }),
    part('c', { type: 'other' }),
  ]
  expect(show(parts)).toBe('T:done I:running :open')
})

it('shows the steps of a phase with one subtask', () => {
  const step = (id: string, status: CardPart['status']) => part(id, { level: 'step', status })
  expect(show([part('a'), step('1', 'completed'), step('2', 'running')])).toBe(':done :running')
})
