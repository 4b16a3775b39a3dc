import type { ContractCase } from './contract-case.ts'
import { ensureEnds } from './ensure-ends.ts'

/** Longer than any case takes with a real agent, database or repository. */
const caseMs = 120_000

/**
 * Makes a case. `needs` has the options that it needs, by name: the case is covered if none of them is
 * undefined or false.
 */
export const makeCase = (
  name: string,
  needs: Readonly<Record<string, unknown>>,
  body: () => Promise<void>,
): ContractCase => {
  const missing = Object.keys(needs).filter((each) => needs[each] === undefined || needs[each] === false)
  const covered = missing.length === 0
  return {
    name,
    covered,
    missing,
    async run() {
      if (covered) await ensureEnds(body(), 'the case ends', caseMs)
    },
  }
}
