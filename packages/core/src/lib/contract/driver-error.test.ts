import { expect, it } from 'vitest'
import { AmeliaError } from '../error/amelia-error.ts'
import { driverError } from './driver-error.ts'

it('is a DRIVER_FAILED of a class', () => {
  const error = driverError('context_overflow')
  expect(AmeliaError.is(error, 'DRIVER_FAILED')).toBe(true)
  expect(error.message).toBe("The agent's session failed: context overflow.")
  expect(error.details).toEqual({ class: 'context_overflow' })
  expect('cause' in error).toBe(false)
})

it('carries what the driver knows', () => {
  const cause = new Error('429')
  const error = driverError('rate_limited', { message: 'Slow down.', retryAfterMs: 0, cause })
  expect(error).toMatchObject({
    message: 'Slow down.',
    details: { class: 'rate_limited', retryAfterMs: 0 },
    cause,
  })
})

it('refuses a class that does not exist, and names the one that was meant', () => {
  const call = driverError as (failure: unknown) => unknown
  expect(() => call('authz')).toThrow(/"authz"\. Did you mean "auth"\? Classes: transient, /)
  expect(() => call(undefined)).toThrow(/Classes: transient, /)
})

it('refuses options that it does not know', () => {
  const call = driverError as (failure: unknown, options: unknown) => unknown
  expect(() => call('rate_limited', { retryAfter: 5 })).toThrow('driverError: `retryAfter`')
  expect(() => call('transient', 'The network is down.')).toThrow(
    'The options of driverError must be an object; got "The network is down.".',
  )
  expect(() => call('rate_limited', { retryAfterMs: 'soon' })).toThrow('`retryAfterMs` must be a number')
})
