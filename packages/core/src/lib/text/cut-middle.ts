/**
 * Shortens a text to about `maxBytes` bytes of UTF-8: keeps its head and its tail, with a note about the
 * number of bytes between them. `head` is the head's share. Returns a shorter text as it is.
 */
export const cutMiddle = (text: string, maxBytes: number, head = 0.5): string => {
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 <= maxBytes) return text
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  const room = maxBytes - 100
  const first = Math.floor(room * head)
  const last = room - first
  const before = new TextDecoder().decode(bytes.subarray(0, first))
  const after = new TextDecoder().decode(bytes.subarray(-last))
  const size = maxBytes >= 1_000_000 ? `${maxBytes / 1_000_000} MB` : `${maxBytes} bytes`
  return `${before}\n[... ${bytes.length - room} bytes omitted: at most ${size} are kept ...]\n${after}`
}
