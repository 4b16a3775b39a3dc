import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Limits of {@link readLines}, in bytes. */
export interface LineLimits {
  /** A longer file is not read at all. */
  maxFile: number
  /** A longer line is left out. */
  maxLine: number
}

/**
 * Reads the complete lines of an agent's log, one at a time: the log is untrusted, and its program may have
 * been killed while it wrote the last line. Yields nothing for a file that does not exist. Rejects if it
 * cannot be read, or is longer than `maxFile`.
 */
export async function* readLines(path: string, { maxFile, maxLine }: LineLimits): AsyncGenerator<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return
  if (found.size > maxFile)
    throw new Error(`${path} has ${found.size} bytes: logs of more than ${maxFile} bytes are not read.`)
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer): void => {
    length += part.length
    // A line that is too long keeps only its length.
    if (length > maxLine) parts = []
    else parts.push(part)
  }
  // Bytes that are added while this reads belong to a later call.
  if (found.size === 0) return
  for await (const chunk of createReadStream(path, { end: found.size - 1 })) {
    let rest = chunk as Buffer
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      add(rest.subarray(0, end))
      if (length <= maxLine) yield Buffer.concat(parts).toString('utf8')
      parts = []
      length = 0
      rest = rest.subarray(end + 1)
    }
    add(rest)
  }
}
