import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file without a name, which processes write to and which is gone once all of them have closed it. */
export interface OutputFile {
  /** The file descriptor for the processes. */
  descriptor: number
  /** Reads the output so far. */
  read(receive: (chunk: Buffer) => void): void
  close(): void
}

/** Creates a file for the output of processes that outlive their reader. */
export const createOutputFile = (): OutputFile => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-output-'))
  try {
    const descriptor = openSync(join(folder, 'output'), 'wx+', 0o600)
    return {
      descriptor,
      read(receive) {
        // The processes may still write.
        const { size } = fstatSync(descriptor)
        const chunk = Buffer.alloc(65_536)
        for (let at = 0; at < size; ) {
          const count = readSync(descriptor, chunk, 0, Math.min(chunk.length, size - at), at)
          if (count === 0) return
          receive(chunk.subarray(0, count))
          at += count
        }
      },
      close: () => closeSync(descriptor),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
