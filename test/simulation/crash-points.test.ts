import { describe, expect, it } from 'vitest'
import { crashPlans, tryCrashPoints } from './crash-points.ts'

/** `npm run test:durability` lets the second process die too, in every plan. */
const everyTwice = process.env['CRASH_TWICE'] === '1'

describe('a process that dies at any of its calls to the world, before it, amid it, or after it', () => {
  it.each(Object.entries(crashPlans))(
    'comes to the same end when it is taken up: %s',
    async (name, plan) => {
      const { points, broken } = await tryCrashPoints(plan, { twice: everyTwice || name === 'one phase' })
      if (broken.length > 0) expect.fail(broken.map((one) => JSON.stringify(one)).join('\n'))
      expect(points).toBeGreaterThan(60)
    },
    600_000,
  )
})
