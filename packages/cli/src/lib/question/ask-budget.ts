import { readKeys } from '../terminal/read-keys.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { readBudgetAmount } from './read-budget-amount.ts'

type Unit = 'usd' | 'tokens'

/** A limit of a run; none if both are absent. */
export interface BudgetAnswer {
  usd?: number
  tokens?: number
  /** Whether later runs of the repository have this limit too. */
  stored: boolean
}

const questions: Record<Unit, { ask: string; expected: string }> = {
  usd: { ask: 'Limit in US dollars (Enter: no limit): ', expected: 'a number above 0, such as 20' },
  tokens: { ask: 'Limit in tokens (Enter: no limit): ', expected: 'a number above 0, such as 5000000' },
}

/**
 * Asks for the limit of a run without a budget, in the first of the units that its agents count, and whether
 * to store it. Undefined if the person leaves with Ctrl-C or Ctrl-D.
 */
export const askBudget = async (
  terminal: Pick<Terminal, 'screen' | 'stdin' | 'columns'>,
  cost: string,
  units: readonly [Unit, ...Unit[]],
): Promise<BudgetAnswer | undefined> => {
  const { screen, columns } = terminal
  const [unit] = units
  const { ask, expected } = questions[unit]
  const told = `This run has no budget: its agents may spend without a limit. Cost: ${cost}.`
  screen.write(`${wrapText(told, columns).join('\n')}\n`)
  const { readKey, readLine } = readKeys(terminal)
  for (;;) {
    const text = await readLine(ask)
    if (text === undefined) {
      screen.write('\n')
      return undefined
    }
    if (text === '') return { stored: false }
    const limit = readLimit(text, units)
    if (limit === undefined) {
      screen.write(`  Expected ${expected}.\n`)
      continue
    }
    const answers: Record<string, boolean> = { y: true, enter: true, n: false, escape: false }
    const choosing = readKey((key) => {
      const isYes = answers[key]
      return isYes === undefined ? undefined : { isYes }
    })
    // Once the question is visible, Ctrl-C is a key.
    screen.write('Use this limit for later runs of this repository too? [Y/n] ')
    const stored = await choosing
    screen.write(`${stored === undefined ? '' : stored.isYes ? 'yes' : 'no'}\n`)
    return stored && { ...limit, stored: stored.isYes }
  }
}

/** Reads `20`, `$20`, `5 usd` or `500000 tokens` in a unit that is counted; undefined for other text. */
export const readLimit = (
  text: string,
  [usual, ...others]: readonly [Unit, ...Unit[]],
): Partial<Record<Unit, number>> | undefined => {
  const isDollars = text.startsWith('$')
  const bare = (isDollars ? text.slice(1) : text).trim().replace(/(?<=\d)[,_](?=\d{3})/g, '')
  const named = /^\d+(?:\.\d+)?$/.test(bare) ? `${bare} ${isDollars ? 'usd' : usual}` : text
  const { usd, tokens, wallMs, sessions } = readBudgetAmount(named) ?? {}
  const units = [usual, ...others]
  if ((wallMs ?? sessions) !== undefined || (usd ?? tokens) === undefined) return undefined
  if ((usd !== undefined && !units.includes('usd')) || (tokens !== undefined && !units.includes('tokens')))
    return undefined
  return { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) }
}
