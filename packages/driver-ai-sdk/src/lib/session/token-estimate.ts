/** An estimate of tokens from bytes of UTF-8. */
export interface TokenEstimate {
  of(bytes: number): number
  /** Adapts to a request whose size in bytes and tokens is known. */
  learn(bytes: number, tokens: number): void
}

/** Initial tokens per byte. Code has fewer, but an estimate should rather be too high. */
const firstRate = 0.3
/** In smaller requests, the provider's own additions distort the rate. */
const tellingBytes = 2_000

/** Creates an estimate that adapts to the provider's counts. */
export const createTokenEstimate = (): TokenEstimate => {
  let rate = firstRate
  return {
    of: (bytes) => Math.ceil(bytes * rate),
    learn(bytes, tokens) {
      if (bytes >= tellingBytes && tokens > 0) rate = Math.min(0.6, Math.max(0.2, tokens / bytes))
    },
  }
}
