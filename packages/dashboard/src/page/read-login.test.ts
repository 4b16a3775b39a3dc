import { expect, it } from 'vitest'
import { readLogin, runFragment } from './read-login.ts'

it('reads token, code and run from the fragment', () => {
  expect(readLogin('#token=a%2Bb&run=my%20run')).toEqual({ token: 'a+b', runId: 'my run' })
  expect(readLogin('#code=x')).toEqual({ code: 'x' })
  expect(readLogin('')).toEqual({})
  expect(readLogin('#token=')).toEqual({})
})

it('makes a fragment that can be read again, without a login', () => {
  expect(readLogin(runFragment('a&token=b'))).toEqual({ runId: 'a&token=b' })
  expect(runFragment(undefined)).toBe('')
})
