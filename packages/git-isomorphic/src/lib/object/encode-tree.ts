import { isFolderEntry, type Tree } from './tree-entry.ts'

/** Encodes a tree object in git's order: by bytes, with `/` appended to the names of folders. */
export const encodeTree = (tree: Tree): Uint8Array => {
  const encoder = new TextEncoder()
  const rows = [...tree].map(([name, entry]) => {
    const bytes = name.startsWith('\0')
      ? Uint8Array.from(name.slice(1), (one) => one.charCodeAt(0))
      : encoder.encode(name)
    return { bytes, entry, last: isFolderEntry(entry) ? 0x2f : 0 }
  })
  rows.sort((a, b) => {
    const shared = Math.min(a.bytes.length, b.bytes.length)
    for (let index = 0; index < shared; index += 1) {
      const difference = (a.bytes[index] ?? 0) - (b.bytes[index] ?? 0)
      if (difference !== 0) return difference
    }
    return (a.bytes[shared] ?? a.last) - (b.bytes[shared] ?? b.last)
  })
  const parts = rows.flatMap(({ bytes, entry }) => [
    encoder.encode(`${entry.mode} `),
    bytes,
    Uint8Array.of(0, ...bytesOf(entry.id)),
  ])
  return joinBytes(parts)
}

const bytesOf = (id: string): number[] =>
  Array.from({ length: id.length / 2 }, (_, index) => Number.parseInt(id.slice(index * 2, index * 2 + 2), 16))

const joinBytes = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
