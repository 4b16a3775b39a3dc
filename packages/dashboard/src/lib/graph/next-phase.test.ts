import { expect, it } from 'vitest'
import { planOf } from '../../../test/plan-of.ts'
import { placePlan } from '../layout/place-plan.ts'
import { graphKey, nextPhase } from './next-phase.ts'

const batches = [
  { batch: 1, phases: ['a', 'b'] },
  { batch: 2, phases: ['c', 'd'] },
  { batch: 3, phases: ['e'] },
]
const placed = placePlan(planOf({ a: [], b: [], c: ['b'], d: ['a'], e: ['c'] }), batches, 4)

it('moves along edges, and to the nearest card where there is none', () => {
  expect(nextPhase(placed, 'a', 'ArrowDown')).toBe('d')
  expect(nextPhase(placed, 'd', 'ArrowUp')).toBe('a')
  // Nothing depends on `d`.
  expect(nextPhase(placed, 'd', 'ArrowDown')).toBe('e')
  expect(nextPhase(placed, 'e', 'ArrowDown')).toBe('e')
})

it('moves along the lines with left and right, and to both ends', () => {
  const ids = [...placed.cards.keys()]
  expect(nextPhase(placed, ids[1]!, 'ArrowRight')).toBe(ids[2])
  expect(nextPhase(placed, ids[1]!, 'ArrowLeft')).toBe(ids[0])
  expect(nextPhase(placed, ids[0]!, 'ArrowLeft')).toBe(ids[0])
  expect(nextPhase(placed, 'c', 'End')).toBe('e')
  expect(nextPhase(placed, 'e', 'Home')).toBe(ids[0])
})

it('prefers a far dependent to a near card', () => {
  const far = placePlan(
    planOf({ a: [], b: [], c: ['b'], e: ['a', 'c'] }),
    [...batches.slice(0, 1), { batch: 2, phases: ['c'] }, { batch: 3, phases: ['e'] }],
    4,
  )
  expect(nextPhase(far, 'a', 'ArrowDown')).toBe('e')
})

it('takes j and k for down and up, and leaves the keys of the browser', () => {
  const press = { altKey: false, ctrlKey: false, metaKey: false }
  expect(graphKey({ ...press, key: 'j' })).toBe('ArrowDown')
  expect(graphKey({ ...press, key: 'k' })).toBe('ArrowUp')
  expect(graphKey({ ...press, key: 'Home' })).toBe('Home')
  expect(graphKey({ ...press, key: 'x' })).toBeUndefined()
  expect(graphKey({ ...press, key: 'ArrowLeft', altKey: true })).toBeUndefined()
})
