import { words } from '@amelia/core/view'
import type { CostRange } from './plan-dry-run.ts'

/**
 * Describes the cost to expect from earlier runs of the repository, as the dry run and the start of a run
 * show it. `phases`: the number of phases that an agent works on.
 */
export const describeCost = (cost: CostRange | null | undefined, phases: number): string => {
  if (cost == null)
    return phases > 0
      ? 'unknown: no earlier run of this repository reported its tokens'
      : 'none: no phase needs an agent'
  const from = `from ${cost.runs} earlier ${cost.runs === 1 ? 'run' : 'runs'}`
  const range = (least: string, most: string): string => (least === most ? least : `${least} to ${most}`)
  const { tokens, usd } = cost
  const dollars =
    usd === null ? '' : `${range(words.formatDollars(usd.least), words.formatDollars(usd.most))}, `
  return `about ${dollars}${range(words.formatCount(tokens.least), words.formatCount(tokens.most))} tokens, ${from}`
}
