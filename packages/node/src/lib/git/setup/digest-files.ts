import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** The number of files to read concurrently. */
const workers = 8

/** Files up to this size, in bytes, are read in one piece. */
const small = 1_000_000

/** Digests the contents of files and the targets of symbolic links, in the order of the paths. */
export const digestFiles = async (files: readonly string[]): Promise<string[]> => {
  const digests: string[] = []
  const waiting = files.entries()
  const work = async (): Promise<void> => {
    for (const [index, file] of waiting) digests[index] = await digestFile(file)
  }
  await Promise.all(Array.from({ length: workers }, work))
  return digests
}

const digestFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  const stat = await lstat(file)
  if (stat.isSymbolicLink()) hash.update(await readlink(file, 'buffer'))
  else if (stat.isFile() && stat.size <= small) hash.update(await readFile(file))
  else if (stat.isFile()) await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
