import { watch, type FSWatcher } from 'node:fs'

/** Notices that the entries of a folder may have changed. */
export interface FolderWatch {
  /** Forgets earlier changes. Called before the folder is read. */
  arm(): void
  /** Resolves after a change since {@link arm}, after half a second, or when the signal aborts. */
  next(): Promise<void>
  close(): void
}

/** Longest wait in milliseconds. Not every file system reports changes, and the folder may not exist yet. */
const pollMs = 500

/** Watches a folder, and polls where it cannot be watched. Keeps the process alive while it waits. */
export const createFolderWatch = (folder: string, signal: AbortSignal): FolderWatch => {
  let isChanged = false
  let wake = (): void => {}
  let watcher: FSWatcher | undefined
  const ring = (): void => {
    isChanged = true
    wake()
  }
  const unwatch = (): void => {
    watcher?.close()
    watcher = undefined
  }
  const open = (): void => {
    try {
      watcher ??= watch(folder, ring).on('error', unwatch)
    } catch {
      // The folder does not exist yet, or cannot be watched.
    }
  }
  signal.addEventListener('abort', ring)
  return {
    arm() {
      open()
      isChanged = false
    },
    next: () =>
      new Promise((resolve) => {
        if (isChanged || signal.aborted) return resolve()
        const timer = setTimeout(resolve, pollMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    close() {
      signal.removeEventListener('abort', ring)
      unwatch()
    },
  }
}
