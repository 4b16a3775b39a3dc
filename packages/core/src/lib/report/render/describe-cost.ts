import type { Cost } from '../../event/budget.ts'
import { formatCount } from '../../text/format-count.ts'
import { formatDollars } from '../../text/format-dollars.ts'

/** Describes the dollars of a sum: `$1.23`, `at least $1.23`, `$1.23 (estimated)`, `unknown`. */
export const describeDollars = ({ usd, unknownUsd, estimatedUsd }: Cost): string => {
  if (usd === null) return 'unknown'
  const bound = unknownUsd > 0 ? 'at least ' : ''
  if (estimatedUsd === 0) return `${bound}${formatDollars(usd)}`
  const part = estimatedUsd === usd ? 'estimated' : `${formatDollars(estimatedUsd)} estimated`
  return `${bound}${formatDollars(usd)} (${part})`
}

/**
 * Describes the tokens and the dollars of a sum in a few words: `1.2M in (1.1M cached), 34k out, $1.23`.
 */
export const describeCost = (cost: Cost): string => {
  const { sessions, inputTokens, cachedInputTokens, outputTokens, unknownTokens } = cost
  const money = describeDollars(cost)
  const dollars = money === 'unknown' ? 'cost unknown' : money
  if (unknownTokens === sessions) return `tokens unknown, ${dollars}`
  const cached = cachedInputTokens === 0 ? '' : ` (${formatCount(cachedInputTokens)} cached)`
  const bound = unknownTokens > 0 ? 'at least ' : ''
  return `${bound}${formatCount(inputTokens)} in${cached}, ${formatCount(outputTokens)} out, ${dollars}`
}
