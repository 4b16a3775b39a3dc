import pako from 'pako'

/** So many bytes are compressed at once, without giving others their turn. */
const mostAtOnce = 65_536

/**
 * An object as git keeps it in a file of its own, and its id. Null for one that is better left to streams, because it is large, and
 * where there is no hash of the platform.
 *
 * A stream costs two milliseconds, however small the object is; a commit of five files is some twenty objects.
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
