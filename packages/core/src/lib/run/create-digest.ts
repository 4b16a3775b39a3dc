import type { Effect } from '../machine/effect.ts'

/** What was decided so far, as a short text: the same decisions in the same order give the same one. */
export interface Digest {
  add(effects: readonly Effect[]): void
  read(): string
}

/**
 * Tells whether a journal is replayed by the rules that it was written by. It is for accidents, not against forgery: 64 bits of FNV-1a, in
 * two halves because a number holds no more.
 */
export const createDigest = (): Digest => {
  let low = 0x811c_9dc5
  let high = 0x1b87_3593
  return {
    add(effects) {
      const text = JSON.stringify(effects)
      for (let index = 0; index < text.length; index++) {
        const code = text.charCodeAt(index)
        low = Math.imul(low ^ code, 0x0100_0193)
        high = Math.imul(high ^ (code + index), 0x0100_01b3)
      }
    },
    read: () => [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join(''),
  }
}
