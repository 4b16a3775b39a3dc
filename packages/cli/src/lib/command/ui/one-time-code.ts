import { randomBytes } from 'node:crypto'
import type { Clock } from '@amelia/core'

/** A code that is exchanged for a token once. */
export interface OneTimeCode {
  readonly code: string
  /** Whether this is the code, for the first time, and in time. */
  redeem(code: unknown): boolean
}

const validMs = 60_000

/**
 * Creates a code for the address that a browser is started with. Other users of a machine see the arguments
 * of its processes, so the address does not contain the token itself.
 */
export const createOneTimeCode = (clock: Pick<Clock, 'now'>): OneTimeCode => {
  const code = randomBytes(16).toString('base64url')
  const until = clock.now() + validMs
  let isRedeemed = false
  return {
    code,
    redeem(given) {
      if (isRedeemed || given !== code || clock.now() > until) return false
      isRedeemed = true
      return true
    },
  }
}
