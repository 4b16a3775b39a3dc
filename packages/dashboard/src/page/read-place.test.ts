import { expect, it } from 'vitest'
import { readLogin } from './read-login.ts'
import { placeFragment, readPlace } from './read-place.ts'

it('makes a fragment that can be read again, without a login', () => {
  const place = { runId: 'a&token=b', view: 'events', phaseId: '2 a', isWide: true, search: 'question' }
  expect(readPlace(placeFragment(place))).toEqual(place)
  expect(readLogin(placeFragment(place))).toEqual({})
  expect(placeFragment({})).toBe('')
  expect(placeFragment({ runId: 'r' })).toBe('#run=r')
})
