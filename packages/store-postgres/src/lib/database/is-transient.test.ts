import { expect, it } from 'vitest'
import { isTransient } from './is-transient.ts'

const error = (fields: object, message = 'failed') => Object.assign(new Error(message), fields)

it.each([
  error({ code: 'ECONNREFUSED' }),
  error({ code: '57P01' }),
  error({ code: '08006' }),
  error({ code: '40001' }),
  error({}, 'Connection terminated unexpectedly'),
  error({}, 'Query read timeout'),
  error({}, 'timeout expired'),
  error({ errors: [error({ code: 'ECONNREFUSED' }), error({ code: 'ECONNREFUSED' })] }, ''),
])('%o may pass', (thrown) => {
  expect(isTransient(thrown)).toBe(true)
})

it.each([
  error({ code: '42501' }),
  error({ code: '23505' }),
  error({ code: '53100' }),
  error({ code: 'ENOTFOUND' }),
  error({ errors: [error({ code: 'ECONNREFUSED' }), error({ code: 'EACCES' })] }, ''),
  error({ errors: [] }, ''),
  new TypeError('x is not a function'),
  null,
  'text',
])('%o stays', (thrown) => {
  expect(isTransient(thrown)).toBe(false)
})
