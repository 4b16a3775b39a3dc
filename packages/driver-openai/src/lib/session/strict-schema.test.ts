import { expect, it } from 'vitest'
import { strictSchema } from './strict-schema.ts'

it('makes all properties required, at every depth, also those with the names of keywords', () => {
  const item = { type: 'object', properties: { id: { type: 'string' }, items: { type: 'string' } } }
  const schema = {
    type: 'object',
    properties: {
      properties: { anyOf: [item, { type: 'null' }] },
      list: { type: 'array', items: { ...item, required: ['id'] } },
    },
    required: ['list'],
    additionalProperties: false,
  }
  const strict = { ...item, required: ['id', 'items'] }
  expect(strictSchema(schema)).toEqual({
    ...schema,
    properties: {
      properties: { anyOf: [strict, { type: 'null' }] },
      list: { type: 'array', items: strict },
    },
    required: ['properties', 'list'],
  })
})

it('leaves a schema without optional properties as it is', () => {
  const schema = { type: 'object', properties: { a: { enum: ['x'] } }, required: ['a'] }
  expect(strictSchema(schema)).toEqual(schema)
  expect(strictSchema({ type: 'object' })).toEqual({ type: 'object' })
})
