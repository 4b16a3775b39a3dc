import { expect, it } from 'vitest'
import { planFormats, writtenFormats } from '../setting/flag/plan-formats.ts'
import { planParsers } from './plan-parsers.ts'

it('are those of the parsers, in their order', () => {
  const parsers = planParsers()
  expect(planFormats).toEqual(parsers.map(({ id }) => id))
  expect(writtenFormats).toEqual(parsers.flatMap(({ id, write }) => (write ? [id] : [])))
})
