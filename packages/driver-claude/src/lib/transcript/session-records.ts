import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecord } from '@amelia/agent-process'
import type { SessionRequest } from '@amelia/core/plugin'

/** Facts about a session that its transcript does not contain, and that a resume needs. */
export interface SessionRecord {
  /** Tools, model and output schema of the first request: a resume keeps them. */
  access: SessionRequest['access']
  model?: string
  outputSchema?: Record<string, unknown>
  /** The mark of the processes of the last request. */
  marker?: string
  /** The id of the last message that the transcript must contain. */
  message?: string
}

/** The records of sessions, kept on disk so that they outlast this process. */
export interface SessionRecords {
  /** Undefined for a session of which nothing is known. */
  read(sessionId: string): Promise<SessionRecord | undefined>
  /** Replaces a record, after earlier writes. A folder that cannot be written to is ignored. */
  write(sessionId: string, record: SessionRecord): Promise<void>
}

/** The agent deletes its transcripts after this time by default; a record is useless then. */
const longestAgeMs = 30 * 24 * 60 * 60_000

/**
 * Keeps records in the folder `amelia` of the agent's own folder. Records of 30 days ago are deleted, and so
 * are the folders of skills that no session has used since.
 */
export const createSessionRecords = (home: string, now: () => number): SessionRecords => {
  const folder = join(home, 'amelia')
  const pathOf = (sessionId: string): string => join(folder, `${sessionId.replaceAll(/[^\w-]/g, '_')}.json`)
  let last: Promise<void> = Promise.resolve()
  let isClean = false

  const clean = async (): Promise<void> => {
    if (isClean) return
    isClean = true
    // Another process may delete the same entries.
    for (const name of await readdir(folder)) await deleteOld(join(folder, name)).catch(() => {})
  }

  const deleteOld = async (path: string): Promise<void> => {
    if (now() - (await stat(path)).mtimeMs > longestAgeMs) await rm(path, { recursive: true, force: true })
  }

  const replace = async (path: string, text: string): Promise<void> => {
    await mkdir(folder, { recursive: true })
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.writeFile(text)
      // After a power loss the record must not be older than the transcript.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
    await clean()
  }

  return {
    async read(sessionId) {
      await last
      try {
        return readStored(JSON.parse(await readFile(pathOf(sessionId), 'utf8')))
      } catch {
        return undefined
      }
    },
    write(sessionId, record) {
      const text = JSON.stringify(record)
      last = last.then(() => replace(pathOf(sessionId), text)).catch(() => {})
      return last
    },
  }
}

const readStored = (value: unknown): SessionRecord => {
  const { access, model, outputSchema, marker, message } = readRecord(value)
  return {
    access: access === 'read' ? 'read' : 'write',
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof outputSchema === 'object' ? { outputSchema: readRecord(outputSchema) } : {}),
    ...(typeof marker === 'string' ? { marker } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}
