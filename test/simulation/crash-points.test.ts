import { describe, expect, it } from 'vitest'
import { isLong } from '../fixtures/is-long.ts'
import { crashPlans, tryCrashPoints } from './crash-points.ts'

/** `npm run test:durability` also crashes the second process, in every plan. */
const everyTwice = process.env['CRASH_TWICE'] === '1'

/** `npm test` also runs all of them, outside this file. */
const plans = Object.entries(crashPlans).filter(([name]) => everyTwice || isLong || name === 'one phase')

describe('a process that dies before, during or after any of its calls to the environment', () => {
  it.each(plans)(
    'comes to the same end when it is taken up: %s',
    async (name, plan) => {
      const { points, broken } = await tryCrashPoints(plan, {
        twice: everyTwice || (isLong && name === 'one phase'),
      })
      if (broken.length > 0) expect.fail(broken.map((one) => JSON.stringify(one)).join('\n'))
      expect(points).toBeGreaterThan(60)
    },
    600_000,
  )
})
