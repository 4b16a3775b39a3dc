import type { RunEventOf } from '../../event/run-event.ts'
import { formatDollars } from '../../text/format-dollars.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { describeTokens } from './describe-cost.ts'

/** Describes the usage of a session that has ended. */
export const describeCharge = (event: RunEventOf<'session_charged'>): string => {
  const { number, role, inputTokens, outputTokens, cachedInputTokens = 0, usd, estimated } = event
  const tokens =
    inputTokens === undefined && outputTokens === undefined
      ? 'an unknown number of tokens'
      : describeTokens({ inputTokens: inputTokens ?? 0, cachedInputTokens, outputTokens: outputTokens ?? 0 })
  const dollars = usd === null ? 'cost unknown' : `${formatDollars(usd)}${estimated ? ' (estimated)' : ''}`
  return `session ${number} (${role}) used ${tokens}, ${dollars}, ${formatDuration(event.durationMs)}`
}
