import { constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openIfThere } from './open-if-there.ts'

/** The largest size of the file of progress in bytes. It is emptied before it grows larger. */
const maxBytes = 262_144
/** The largest value in bytes. A larger one is dropped. */
const maxValueBytes = 65_536

/**
 * Appends values to a file, one line of JSON each, without syncing it. Values of one process are written in
 * order, and together if they arrive during a write.
 */
export const createProgressWriter = (): ((file: string, value: unknown) => Promise<void>) => {
  const waiting = new Map<string, string[]>()
  const writing = new Map<string, Promise<void>>()
  const flush = async (file: string): Promise<void> => {
    for (;;) {
      const lines = waiting.get(file)
      waiting.delete(file)
      if (!lines) return
      await appendText(file, Buffer.from(lines.join('')))
    }
  }
  return (file, value) => {
    const line = `${JSON.stringify(value)}\n`
    if (line.length > maxValueBytes) return Promise.resolve()
    waiting.set(file, [...(waiting.get(file) ?? []), line].slice(-100))
    const done = writing.get(file) ?? flush(file).finally(() => writing.delete(file))
    writing.set(file, done)
    return done
  }
}

/** Does nothing for a run without a folder: nobody can follow it. */
const appendText = async (file: string, bytes: Buffer): Promise<void> => {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW
  await mkdir(dirname(file), { mode: 0o700 }).catch(() => {})
  const handle = await openIfThere(file, flags)
  try {
    if (handle && (await handle.stat()).size + bytes.length > maxBytes) await handle.truncate(0)
    await handle?.write(bytes)
  } finally {
    await handle?.close()
  }
}
