import { expect, it } from 'vitest'
import { drawArrow } from './draw-arrow.ts'

it('draws a straight line for one column, and a curve to another', () => {
  const start = { x: 10, top: 0, bottom: 20 }
  expect(drawArrow([start, { x: 10, top: 40, bottom: 60 }])).toBe('M10 0V20V60m-4 -6l4 6l4 -6')
  expect(drawArrow([start, { x: 50, top: 40, bottom: 60 }])).toBe(
    'M10 0V20C10 30 50 30 50 40V60m-4 -6l4 6l4 -6',
  )
})

it('draws nothing without a way', () => {
  expect(drawArrow([])).toBe('')
})
