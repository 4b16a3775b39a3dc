import type { Report } from '@amelia/core'
import { formatCount, formatDollars } from '@amelia/core/plugin'

type Cost = Omit<Report['spent'], 'wallMs'>

/** Describes the usage of sessions in a line: `5 sessions, 1.2M in (1.1M cached), 34k out, $1.23`. */
export const describeUsage = (cost: Cost): string => {
  const { sessions, inputTokens, cachedInputTokens, outputTokens, unknownTokens } = cost
  const count = `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`
  if (unknownTokens === sessions) return `${count}, tokens unknown, ${describeDollars(cost)}`
  const bound = unknownTokens > 0 ? 'at least ' : ''
  const tokens = describeTokens({ inputTokens, cachedInputTokens, outputTokens })
  return `${count}, ${bound}${tokens}, ${describeDollars(cost)}`
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
 * Describes the usage of a phase in at most 9 columns: dollars if they are known, else tokens. A `+` marks a
 * lower bound, and a `~` an estimate. Empty if both are unknown.
 */
export const shortUsage = ({ usd, unknownUsd, estimatedUsd, inputTokens, outputTokens }: Cost): string => {
  if (usd !== null && usd > 0)
    return `${estimatedUsd > 0 ? '~' : ''}${formatDollars(usd)}${unknownUsd > 0 ? '+' : ''}`
  const tokens = inputTokens + outputTokens
  return tokens === 0 ? '' : `${formatCount(tokens)} tok`
}

const describeDollars = ({ usd, unknownUsd, estimatedUsd }: Cost): string => {
  if (usd === null) return 'cost unknown'
  return `${unknownUsd > 0 ? 'at least ' : ''}${formatDollars(usd)}${estimatedUsd > 0 ? ' (estimated)' : ''}`
}
