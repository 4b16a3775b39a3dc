import { words } from '@amelia/core/view'
import { plural } from '../../terminal/plural.ts'
import type { Basis, RunEstimate } from './run-estimate.ts'

/**
 * Describes the cost to expect from earlier runs of the repository, as the dry run and the start of a run
 * show it. `phases`: the number of phases that an agent works on.
 */
export const describeCost = (cost: RunEstimate['cost'], phases: number): string => {
  if (cost === null)
    return phases > 0
      ? 'unknown: no earlier run of this repository reported its tokens'
      : 'none: no phase needs an agent'
  const { tokens, usd, roles } = cost
  const dollars =
    usd === null ? '' : `${range(words.formatDollars(usd.least), words.formatDollars(usd.most))}, `
  const shares = roles.map(({ role, share }) => `${role} ${Math.round(share * 100)}%`).join(', ')
  const amount = `${range(words.formatCount(tokens.least), words.formatCount(tokens.most))} tokens`
  return `about ${dollars}${amount}, ${describeBasis(cost)}${roles.length > 1 ? ` (${shares})` : ''}`
}

/** Describes the time to expect. */
export const describeTime = (time: NonNullable<RunEstimate['time']>): string => {
  const amount = range(words.formatDuration(time.leastMs), words.formatDuration(time.mostMs))
  return `about ${amount} without waits for people, ${describeBasis(time)}`
}

const range = (least: string, most: string): string => (least === most ? least : `${least} to ${most}`)

const describeBasis = ({ phases, runs }: Basis): string =>
  `from ${plural(phases, 'phase')} of ${plural(runs, 'earlier run')}`
