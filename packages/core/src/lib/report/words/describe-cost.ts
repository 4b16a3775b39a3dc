import type { Cost } from '../../event/budget.ts'
import { formatCount } from '../../text/format-count.ts'
import { formatDollars } from '../../text/format-dollars.ts'

/** Describes the dollars of a sum: `$1.23`, `at least $1.23`, `$1.23 (estimated)`, `unknown`. */
export const describeDollars = ({
  usd,
  unknownUsd,
  estimatedUsd,
}: Pick<Cost, 'usd' | 'unknownUsd' | 'estimatedUsd'>): string => {
  if (usd === null) return 'unknown'
  const bound = unknownUsd > 0 ? 'at least ' : ''
  if (estimatedUsd === 0) return `${bound}${formatDollars(usd)}`
  const part = estimatedUsd === usd ? 'estimated' : `${formatDollars(estimatedUsd)} estimated`
  return `${bound}${formatDollars(usd)} (${part})`
}

/** Describes tokens: `1.2M in (1.1M cached), 34k out`. */
export const describeTokens = (
  tokens: Pick<Cost, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>,
): string => {
  const { inputTokens, cachedInputTokens, outputTokens } = tokens
  const cached = cachedInputTokens === 0 ? '' : ` (${formatCount(cachedInputTokens)} cached)`
  return `${formatCount(inputTokens)} in${cached}, ${formatCount(outputTokens)} out`
}

/**
 * Describes the tokens and the dollars of a sum in a few words: `1.2M in (1.1M cached), 34k out, $1.23`.
 */
export const describeCost = (cost: Cost): string => {
  const money = describeDollars(cost)
  const dollars = money === 'unknown' ? 'cost unknown' : money
  if (cost.unknownTokens === cost.sessions) return `tokens unknown, ${dollars}`
  return `${cost.unknownTokens > 0 ? 'at least ' : ''}${describeTokens(cost)}, ${dollars}`
}
