/**
 * Derives an id of 16 or 32 hexadecimal digits from a text, always the same. The text of a trace begins with
 * `trace`, that of a span with `span`.
 */
export const deriveId = (text: string, digits: 16 | 32): string =>
  digits === 16 ? digest(text, 1n) : digest(text, 1n) + digest(text, 2n)

const mask = 0xffff_ffff_ffff_ffffn

/** FNV-1a of 64 bits over UTF-8, with the last mixing step of SplitMix64. Never zero, an invalid id. */
const digest = (text: string, seed: bigint): string => {
  let sum = 0xcbf2_9ce4_8422_2325n ^ ((seed * 0x9e37_79b9_7f4a_7c15n) & mask)
  for (const byte of new TextEncoder().encode(text)) sum = ((sum ^ BigInt(byte)) * 0x100_0000_01b3n) & mask
  sum = ((sum ^ (sum >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & mask
  sum = ((sum ^ (sum >> 27n)) * 0x94d0_49bb_1331_11ebn) & mask
  sum ^= sum >> 31n
  return (sum === 0n ? 1n : sum).toString(16).padStart(16, '0')
}
