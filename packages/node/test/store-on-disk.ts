import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as machineFiles from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileStoreOptions, fileStore, type JournalFiles } from '../src/index.ts'

/** Creates a folder of runs, and stores on it for several processes. */
export const storeOnDisk = () => {
  const root = mkdtempSync(join(tmpdir(), 'amelia-store-'))
  const dir = join(root, 'runs')
  const folder = join(dir, 'r1')
  return {
    folder,
    open: (options: Partial<FileStoreOptions> = {}) => fileStore({ dir, ...options }),
    names: (): string[] => readdirSync(folder).sort(),
    read: (name: string): string => readFileSync(join(folder, name), 'utf8'),
    write: (name: string, content: string): void => writeFileSync(join(folder, name), content),
    /** Makes the owner look like another process. */
    changeLease(change: object): void {
      const name = readdirSync(folder).find((entry) => entry.startsWith('lease.')) ?? ''
      const holder = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
      writeFileSync(join(folder, name), JSON.stringify({ ...holder, ...change }))
    },
    remove: (): void => rmSync(root, { recursive: true, force: true }),
  }
}

/** Creates the files of this machine whose operations fail with a system code while `broken` names them. */
export const breakableFiles = () => {
  const broken = new Map<string, string>()
  const check = (name: string): void => {
    const code = broken.get(name)
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${name}`), { code, syscall: name })
  }
  const files: JournalFiles = {
    ...machineFiles,
    async open(path, flags, mode) {
      check('open')
      const handle = await machineFiles.open(path, flags, mode)
      return {
        readFile: () => handle.readFile(),
        stat: () => handle.stat(),
        utimes: (atime, mtime) => handle.utimes(atime, mtime),
        close: () => handle.close(),
        async write(bytes) {
          // A full disk accepts a part of the bytes.
          if (broken.has('write')) await handle.write(bytes.subarray(0, bytes.length / 2))
          check('write')
          return handle.write(bytes)
        },
        async datasync() {
          check('datasync')
          await handle.datasync()
        },
        truncate: (length) => handle.truncate(length),
        sync: () => handle.sync(),
      }
    },
    async readdir(path) {
      check('readdir')
      return machineFiles.readdir(path)
    },
  }
  return { files, broken }
}
