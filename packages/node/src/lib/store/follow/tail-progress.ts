import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFolderWatch } from './folder-watch.ts'
import { openIfThere } from './open-if-there.ts'

/**
 * Yields the values that are appended to the file after the call. Those of an emptied file may be missing.
 */
export const tailProgress = (file: string, signal: AbortSignal): AsyncGenerator<unknown, void, undefined> =>
  readOnward(file, signal, sizeOf(file))

async function* readOnward(
  file: string,
  signal: AbortSignal,
  start: Promise<number>,
): AsyncGenerator<unknown, void, undefined> {
  const changes = createFolderWatch(dirname(file), signal)
  let position = await start
  let rest: Buffer = Buffer.alloc(0)
  try {
    while (!signal.aborted) {
      changes.arm()
      const size = await sizeOf(file)
      if (size < position) {
        position = 0
        rest = Buffer.alloc(0)
      }
      if (size === position) {
        await changes.next()
        continue
      }
      const bytes = await readFrom(file, position, size - position)
      position += bytes.length
      const text = Buffer.concat([rest, bytes])
      const end = text.lastIndexOf(0x0a) + 1
      rest = text.subarray(end)
      for (const line of text.subarray(0, end).toString().split('\n')) {
        const value = parse(line)
        if (signal.aborted) return
        if (value !== undefined) yield value
      }
    }
  } finally {
    changes.close()
  }
}

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

const readFrom = async (file: string, position: number, length: number): Promise<Buffer> => {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await openIfThere(file, flags)
  try {
    if (!handle) return Buffer.alloc(0)
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle?.close()
  }
}

const parse = (line: string): unknown => {
  try {
    return line === '' ? undefined : (JSON.parse(line) as unknown)
  } catch {
    // The file was emptied while it was read.
    return undefined
  }
}
