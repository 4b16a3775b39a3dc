import { setTimeout } from 'node:timers/promises'

/** Waits until a condition holds. Throws after 60 s. */
export const until = async (condition, what) => {
  const end = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited 60 s: ${what}`)
    await setTimeout(50)
  }
}
