import { dirname, join } from 'node:path'
import type { JournalFiles } from './journal-files.ts'
import { removeFile } from './remove-file.ts'
import { writeDraft } from './write-draft.ts'

export interface MakeOnceOptions {
  files: JournalFiles
  /** Returns a unique text. */
  uniqueId: () => string
  path: string
  content: string | Buffer
  /** The file's modification time, in milliseconds since 1970. Default: now. */
  mtimeMs?: number | undefined
}

/**
 * Creates a file atomically unless it exists: one of several concurrent calls creates it. Returns false if
 * this call did not.
 *
 * The content is first written and synced under a unique name, `draft.<id>`, which is never reused: a draft
 * that could not be removed may still be a link to the created file. The file's name is safe once its folder
 * is synced.
 */
export const makeOnce = async (options: MakeOnceOptions): Promise<boolean> => {
  const { files, path, uniqueId, content, mtimeMs } = options
  const draft = join(dirname(path), `draft.${uniqueId()}`)
  try {
    await writeDraft(files, draft, content, mtimeMs)
    await files.link(draft, path)
    return true
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    // ENOENT: another process has removed the draft.
    if (syscall === 'link' && (code === 'EEXIST' || code === 'ENOENT')) return false
    throw error
  } finally {
    await removeFile(files, draft).catch(() => {})
  }
}
