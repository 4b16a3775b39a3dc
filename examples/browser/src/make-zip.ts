/** Creates an uncompressed zip of these files in a folder. Names are UTF-8. */
export const makeZip = (folder: string, files: readonly { path: string; bytes: Uint8Array }[]): Blob => {
  const parts: Uint8Array[] = []
  const index: Uint8Array[] = []
  let offset = 0
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(`${folder}/${path}`)
    // Version 2.0, UTF-8 names, stored, 1 January 1980; then checksum, both sizes, and the length of the
    // name.
    const shared = [...u16(20), ...u16(0x800), ...u16(0), ...u16(0), ...u16(0x21), ...u32(crc32(bytes))]
    shared.push(...u32(bytes.length), ...u32(bytes.length), ...u16(name.length), ...u16(0))
    const head = Uint8Array.from([...u32(0x04034b50), ...shared])
    index.push(
      Uint8Array.from([
        ...u32(0x02014b50),
        ...u16(20),
        ...shared,
        ...u16(0),
        ...u16(0),
        ...u16(0),
        ...u32(0),
        ...u32(offset),
      ]),
      name,
    )
    parts.push(head, name, bytes)
    offset += head.length + name.length + bytes.length
  }
  const size = index.reduce((sum, { length }) => sum + length, 0)
  const count = u16(files.length)
  const end = Uint8Array.from([
    ...u32(0x06054b50),
    ...u32(0),
    ...count,
    ...count,
    ...u32(size),
    ...u32(offset),
    ...u16(0),
  ])
  return new Blob([...parts, ...index, end] as BlobPart[], { type: 'application/zip' })
}

const u16 = (value: number): number[] => [value & 255, (value >>> 8) & 255]
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]

const crc32 = (bytes: Uint8Array): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
