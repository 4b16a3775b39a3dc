import type { Report } from '@amelia/core'
import { formatDollars } from '@amelia/core/plugin'

/** Describes the dollars of a sum: `$1.23`, `at least $1.23`, `$1.23 (estimated)`, `unknown`. */
export const describeDollars = ({
  usd,
  unknownUsd,
  estimatedUsd,
}: Pick<Report['spent'], 'usd' | 'unknownUsd' | 'estimatedUsd'>): string => {
  if (usd === null) return 'unknown'
  return `${unknownUsd > 0 ? 'at least ' : ''}${formatDollars(usd)}${estimatedUsd > 0 ? ' (estimated)' : ''}`
}
