import type { Tree, TreeEntry } from './tree-entry.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads the bytes of a tree object. */
export const parseTree = (bytes: Uint8Array): Tree => {
  const entries = new Map<string, TreeEntry>()
  let at = 0
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at)
    const end = bytes.indexOf(0, space)
    let mode = ''
    for (let index = at; index < space; index += 1) mode += String.fromCharCode(bytes[index] ?? 0)
    entries.set(readName(bytes.subarray(space + 1, end)), {
      mode: mode.replace(/^0+/, ''),
      id: hexOf(bytes, end + 1),
    })
    at = end + 21
  }
  return entries
}

const readName = (bytes: Uint8Array): string => {
  try {
    return strict.decode(bytes)
  } catch {
    return `\0${String.fromCharCode(...bytes)}`
  }
}

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const hexOf = (bytes: Uint8Array, start: number): string => {
  let text = ''
  for (let index = start; index < start + 20; index += 1) text += digits[bytes[index] ?? 0]
  return text
}
