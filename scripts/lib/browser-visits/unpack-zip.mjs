/* global Buffer */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Unpacks a zip whose files are not compressed. */
export const unpackZip = async (path, folder) => {
  const zip = await readFile(path)
  let at = 0
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [size, length] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
    const start = at + 30 + length
    const file = join(folder, zip.toString('utf8', at + 30, start))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, Buffer.from(zip.subarray(start, start + size)))
    at = start + size
  }
}
