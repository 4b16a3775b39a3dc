/** Tells tokens from bytes of UTF-8. */
export interface TokenEstimate {
  of(bytes: number): number
  /** A request of so many bytes had so many tokens. */
  learn(bytes: number, tokens: number): void
}

/** Tokens of a byte as long as nothing is known: code has fewer, and an estimate had better be too high. */
const firstRate = 0.3
/** Below this, what a provider adds of its own counts for too much. */
const tellingBytes = 2_000

/** Estimates tokens, and corrects itself by what the model's own counter said. */
export const createTokenEstimate = (): TokenEstimate => {
  let rate = firstRate
  return {
    of: (bytes) => Math.ceil(bytes * rate),
    learn(bytes, tokens) {
      if (bytes >= tellingBytes && tokens > 0) rate = Math.min(0.6, Math.max(0.2, tokens / bytes))
    },
  }
}
