import type { Cost } from '../../event/budget.ts'
import { formatCount, plural } from '../../text/format-count.ts'
import { formatDollars } from '../../text/format-dollars.ts'
import { describeDollars, describeTokens } from './describe-cost.ts'

/**
 * Describes the usage of sessions in a line: `5 sessions, 1.2M in (1.1M cached), 34k out, $1.23`. Leaves out
 * what is unknown.
 */
export const describeUsage = (cost: Cost): string => {
  const { sessions, unknownTokens, usd } = cost
  return [
    plural(sessions, 'session'),
    ...(unknownTokens === sessions ? [] : [`${unknownTokens > 0 ? 'at least ' : ''}${describeTokens(cost)}`]),
    ...(usd === null ? [] : [describeDollars(cost)]),
  ].join(', ')
}

/** Describes the usage of sessions in at most `width` columns: the more room, the more figures. */
export const fitUsage = (cost: Cost, width: number): string => {
  const uncached = describeUsage({ ...cost, cachedInputTokens: 0 })
  const short = uncached.replace(/^\d+ sessions?(?:, |$)/, '')
  return [describeUsage(cost), short, shortUsage(cost)].find(({ length }) => length <= width) ?? ''
}

/**
 * Describes the usage of a phase in at most 9 columns: dollars if they are known, else tokens. A `+` marks a
 * lower bound, and a `~` an estimate. Empty if both are unknown.
 */
export const shortUsage = (cost: Cost): string => {
  const { usd, unknownUsd, estimatedUsd, inputTokens, outputTokens, unknownTokens } = cost
  if (usd !== null && usd > 0)
    return `${estimatedUsd > 0 ? '~' : ''}${formatDollars(usd)}${unknownUsd > 0 ? '+' : ''}`
  const tokens = inputTokens + outputTokens
  return tokens === 0 ? '' : `${formatCount(tokens)}${unknownTokens > 0 ? '+' : ''} tok`
}
