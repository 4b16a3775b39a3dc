import pako from 'pako'

/** The most bytes to compress synchronously. */
const mostAtOnce = 65_536

/**
 * Encodes a loose object and computes its id. Returns null for a large object, and on platforms without
 * `crypto.subtle`: isomorphic-git then uses streams.
 *
 * A stream costs 2 ms per object, and a commit of five files consists of about twenty objects.
 */
export const encodeObject = async (
  type: string,
  content: Uint8Array,
): Promise<{ id: string; bytes: Uint8Array } | null> => {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (content.length > mostAtOnce || subtle === undefined) return null
  const head = new TextEncoder().encode(`${type} ${content.length}\0`)
  const whole = new Uint8Array(head.length + content.length)
  whole.set(head)
  whole.set(content, head.length)
  return { id: hex(new Uint8Array(await subtle.digest('SHA-1', whole))), bytes: pako.deflate(whole) }
}

type SubtleCrypto = typeof crypto.subtle

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
