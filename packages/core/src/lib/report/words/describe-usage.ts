import type { Cost } from '../../event/budget.ts'
import { formatCount } from '../../text/format-count.ts'
import { formatDollars } from '../../text/format-dollars.ts'

/** Describes the usage of sessions in a line: `5 sessions, 1.2M in (1.1M cached), 34k out, $1.23`. */
export const describeUsage = (cost: Cost): string => {
  const { sessions, inputTokens, cachedInputTokens, outputTokens, unknownTokens } = cost
  const count = `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`
  if (unknownTokens === sessions) return `${count}, tokens unknown, ${describeDollars(cost)}`
  const tokens = describeTokens({ inputTokens, cachedInputTokens, outputTokens })
  return `${count}, ${boundOf(cost)}${tokens}, ${describeDollars(cost)}`
}

/** Describes the usage of sessions in at most `width` columns: the more room, the more figures. */
export const fitUsage = (cost: Cost, width: number): string => {
  const tokens = `${boundOf(cost)}${describeTokens({ ...cost, cachedInputTokens: 0 })}, `
  const short = `${cost.unknownTokens === cost.sessions ? '' : tokens}${describeDollars(cost)}`
  return [describeUsage(cost), short, shortUsage(cost)].find(({ length }) => length <= width) ?? ''
}

const boundOf = ({ unknownTokens }: Cost): string => (unknownTokens > 0 ? 'at least ' : '')

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
export const shortUsage = (cost: Cost): string => {
  const { usd, unknownUsd, estimatedUsd, inputTokens, outputTokens, unknownTokens } = cost
  if (usd !== null && usd > 0)
    return `${estimatedUsd > 0 ? '~' : ''}${formatDollars(usd)}${unknownUsd > 0 ? '+' : ''}`
  const tokens = inputTokens + outputTokens
  return tokens === 0 ? '' : `${formatCount(tokens)}${unknownTokens > 0 ? '+' : ''} tok`
}

const describeDollars = ({ usd, unknownUsd, estimatedUsd }: Cost): string => {
  if (usd === null) return 'cost unknown'
  return `${unknownUsd > 0 ? 'at least ' : ''}${formatDollars(usd)}${estimatedUsd > 0 ? ' (estimated)' : ''}`
}
