import { constants } from 'node:fs'
import type { JournalFileHandle, JournalFiles } from '@amelia/node'
import {
  changeFile,
  changeFolder,
  createFile,
  createFolder,
  type DiskFolder,
  type DiskNode,
  keepChanges,
  loseChanges,
} from './disk-node.ts'

/** An operation that a process is about to start. */
export interface DiskOperation {
  name: keyof JournalFiles | 'read' | 'write' | 'truncate' | 'datasync' | 'sync' | 'close'
  path: string
}

/** The fault of an operation. */
export interface DiskFault {
  /** `ENOSPC`, `EIO`, `EMFILE`, `EROFS`. Undefined: a partial write is reported as such. */
  code?: string
  /** Number of bytes of a write that are stored anyway. Default: 0. */
  written?: number
}

/**
 * Called before each operation of a process. It may delay the operation, return a fault, or never resolve,
 * which means that the process is dead.
 */
export type DiskHook = (operation: DiskOperation) => Promise<DiskFault | undefined>

/** A process's view of the tree below a root. */
export const diskFiles = (root: () => DiskFolder, now: () => number, hook: DiskHook): JournalFiles => {
  const failure = (code: string, { name, path }: DiskOperation): Error =>
    Object.assign(new Error(`${code}: ${name} '${path}'`), { code, syscall: name, path })
  /** Calls the hook, then performs the operation in one step. */
  const step = async <Result>(
    operation: DiskOperation,
    act: (fail: (code: string) => never) => Result,
    whenFailed: () => void = () => {},
  ): Promise<Result> => {
    const fault = await hook(operation)
    if (fault?.code !== undefined) {
      whenFailed()
      throw failure(fault.code, operation)
    }
    return act((code) => {
      throw failure(code, operation)
    })
  }
  const find = (path: string): DiskNode | undefined =>
    path
      .split('/')
      .filter((part) => part !== '')
      .reduce<DiskNode | undefined>(
        (node, part) => (node?.kind === 'folder' ? node.entries.get(part) : undefined),
        root(),
      )
  const parentOf = (path: string, fail: (code: string) => never): [DiskFolder, string] => {
    const at = path.lastIndexOf('/')
    const folder = find(path.slice(0, at))
    return folder?.kind === 'folder' ? [folder, path.slice(at + 1)] : fail('ENOENT')
  }
  const rename = (folder: DiskFolder, names: [string, DiskNode | null][]): void => {
    changeFolder(folder, new Map(names))
    folder.mtimeMs = now()
  }
  const handleOf = (path: string, node: DiskNode, append: boolean): JournalFileHandle => {
    let position = 0
    let open = true
    const use = <Result>(
      name: DiskOperation['name'],
      act: (fail: (code: string) => never) => Result,
      whenFailed?: () => void,
    ) => step({ name, path }, (fail) => (open ? act(fail) : fail('EBADF')), whenFailed)
    const sync = (name: 'datasync' | 'sync') =>
      use(
        name,
        () => keepChanges(node),
        () => loseChanges(node),
      )
    const put = (bytes: Buffer): void => {
      if (node.kind === 'folder' || bytes.length === 0) return
      const at = append ? node.bytes.length : position
      changeFile(node, { at, bytes })
      node.mtimeMs = now()
      position = at + bytes.length
    }
    return {
      async write(given) {
        // Called here instead of in `use`, because a part of the data may be stored.
        const operation = { name: 'write', path } as const
        const fault = await hook(operation)
        if (!open) throw failure('EBADF', operation)
        const bytes = Buffer.from(given.subarray(0, fault ? (fault.written ?? 0) : given.length))
        put(bytes)
        if (fault?.code !== undefined) throw failure(fault.code, operation)
        return { bytesWritten: bytes.length }
      },
      readFile: () =>
        use('read', (fail) => (node.kind === 'file' ? Buffer.from(node.bytes) : fail('EISDIR'))),
      stat: () => use('stat', () => statOf(node)),
      truncate: (length) =>
        use('truncate', () => {
          if (node.kind === 'file') changeFile(node, { length })
        }),
      utimes: (_, mtime) => use('utimes', () => void (node.mtimeMs = mtime * 1000)),
      datasync: () => sync('datasync'),
      sync: () => sync('sync'),
      close: () => use('close', () => void (open = false)),
    }
  }
  return {
    open: (path, flags) =>
      step({ name: 'open', path }, (fail) => {
        let node = find(path)
        if (node && (flags & constants.O_EXCL) !== 0) fail('EEXIST')
        if (!node) {
          if ((flags & constants.O_CREAT) === 0) fail('ENOENT')
          const [folder, name] = parentOf(path, fail)
          node = createFile(now())
          rename(folder, [[name, node]])
        }
        const writes = (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
        if (node.kind === 'folder' && writes) fail('EISDIR')
        if (node.kind === 'file' && (flags & constants.O_TRUNC) !== 0) changeFile(node, { length: 0 })
        return handleOf(path, node, (flags & constants.O_APPEND) !== 0)
      }),
    mkdir: (path) =>
      step({ name: 'mkdir', path }, (fail) => {
        let folder = root()
        for (const part of path.split('/').filter((name) => name !== '')) {
          const next = folder.entries.get(part) ?? createFolder(now())
          if (next.kind === 'file') return fail('ENOTDIR')
          if (!folder.entries.has(part)) rename(folder, [[part, next]])
          folder = next
        }
      }),
    readdir: (path) =>
      step({ name: 'readdir', path }, (fail) => {
        const node = find(path) ?? fail('ENOENT')
        return node.kind === 'folder' ? [...node.entries.keys()] : fail('ENOTDIR')
      }),
    stat: (path) => step({ name: 'stat', path }, (fail) => statOf(find(path) ?? fail('ENOENT'))),
    link: (existing, path) =>
      step({ name: 'link', path }, (fail) => {
        const node = find(existing) ?? fail('ENOENT')
        const [folder, name] = parentOf(path, fail)
        if (folder.entries.has(name)) fail('EEXIST')
        rename(folder, [[name, node]])
      }),
    rename: (from, to) =>
      step({ name: 'rename', path: to }, (fail) => {
        const node = find(from) ?? fail('ENOENT')
        const [source, old] = parentOf(from, fail)
        const [target, name] = parentOf(to, fail)
        if (source !== target) fail('EXDEV')
        // In one step, like journalling file systems.
        rename(source, [
          [old, null],
          [name, node],
        ])
      }),
    unlink: (path) =>
      step({ name: 'unlink', path }, (fail) => {
        const [folder, name] = parentOf(path, fail)
        if (!folder.entries.has(name)) fail('ENOENT')
        rename(folder, [[name, null]])
      }),
    utimes: (path, _, mtime) =>
      step({ name: 'utimes', path }, (fail) => {
        const node = find(path) ?? fail('ENOENT')
        node.mtimeMs = mtime * 1000
      }),
  }
}

const statOf = (node: DiskNode): { size: number; mtimeMs: number } => ({
  size: node.kind === 'file' ? node.bytes.length : 0,
  mtimeMs: node.mtimeMs,
})
