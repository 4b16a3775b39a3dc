import { expect, it } from 'vitest'
import { fitHint } from './fit-hint.ts'

const keys = 'Tab: 1 question   c: cancel   s: steer   p: pause   q: quit   ?: help'

it.each([
  [69, keys],
  [68, 'Tab: 1 question   c: cancel   s: steer   q: quit   ?: help'],
  [49, 'Tab: 1 question   c: cancel   q: quit   ?: help'],
  [39, 'Tab: 1 question   q: quit   ?: help'],
  [19, 'q: quit   ?: help'],
  [16, '?: help'],
  [5, '?: h…'],
])('in %i columns the most important keys are left', (width, text) => {
  expect(fitHint(keys, width, '…')).toBe(text)
})

it('cuts a text without keys at its end', () => {
  expect(fitHint('Draining: 2 phases still running. Ctrl-C: stop now', 20, '…')).toBe('Draining: 2 phases…')
})
