import { dirname, join } from 'node:path'
import type { JournalFiles } from './journal-files.ts'
import { removeFile } from './remove-file.ts'
import { writeDraft } from './write-draft.ts'

export interface MakeOnceOptions {
  files: JournalFiles
  /** Text that no other process gives. */
  uniqueId: () => string
  path: string
  content: string | Buffer
  /** The time of the last write that the file is to tell, in milliseconds since 1970. Default: now. */
  mtimeMs?: number | undefined
}

/**
 * Makes a file that is whole from the beginning, unless there is one: of many that try, one makes it. False when it was not made.
 *
 * It is written under a name of its own first, `draft.` and an id: never one that was used, as a name that could not be taken away
 * may be the made file's still. The content is safe then; the name is once its folder is synced.
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
    // Without its draft, somebody has cleared that away.
    if (syscall === 'link' && (code === 'EEXIST' || code === 'ENOENT')) return false
    throw error
  } finally {
    await removeFile(files, draft).catch(() => {})
  }
}
