import { setTimeout } from 'node:timers/promises'

/** Waits until a condition holds. Throws after 30 s. */
export const until = async (condition, what) => {
  const end = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited 30 s: ${what}`)
    await setTimeout(50)
  }
}
