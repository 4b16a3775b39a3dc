import { expect, it } from 'vitest'
import { fitWidth, fitZoom, margin } from './fit-width.ts'

it('never enlarges a drawing, and never makes its texts unreadable', () => {
  expect(fitZoom(2_000, 800)).toBe(1)
  expect(fitZoom(728, 800)).toBeCloseTo(0.85)
  expect(fitZoom(100, 800)).toBe(0.75)
})

it('centres a drawing that fits, and keeps the height of its anchor on the screen', () => {
  const fitted = fitWidth({ x: 0, y: -100, zoom: 1 }, { room: 728, width: 800, anchor: { x: 100, y: 400 } })
  expect(fitted.zoom).toBeCloseTo(0.85)
  expect(fitted.x).toBeCloseTo(margin)
  expect(400 * fitted.zoom + fitted.y).toBeCloseTo(300)
  expect(fitWidth(fitted, { room: 1_000, width: 800, anchor: { x: 0, y: 0 } }).x).toBe(100)
})

it('keeps the anchor visible in a drawing that does not fit', () => {
  const at = (x: number) =>
    fitWidth({ x: 0, y: 0, zoom: 1 }, { room: 400, width: 800, anchor: { x, y: 0 } }).x
  expect(at(10)).toBe(margin)
  expect(at(400)).toBe(-100)
  expect(at(790)).toBe(400 - 600 - margin)
})

it('makes no gap above a drawing that becomes smaller, and leaves one that a person made', () => {
  const shrunk = (y: number) =>
    fitWidth({ x: 0, y, zoom: 1 }, { room: 728, width: 800, anchor: { x: 100, y: 600 } }).y
  expect(shrunk(margin)).toBe(margin)
  expect(shrunk(90)).toBe(90)
  expect(shrunk(-200)).toBeCloseTo(-110)
})
