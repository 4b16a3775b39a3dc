import { expect, it } from 'vitest'
import { planStatuses } from '../../plan/field/plan-status.ts'
import { isOpen } from './is-open.ts'

it('is what is still to be done', () => {
  expect(planStatuses.filter((status) => isOpen({ status }))).toEqual(['pending', 'in_progress'])
})
