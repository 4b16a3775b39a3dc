import type { Confinement } from '@amelia/core/plugin'

/** How processes see a path: read-only, writable, or empty. */
export type MountKind = 'read' | 'hide' | 'write'

/** A path inside a confinement. A more specific path takes precedence over the folders around it. */
export interface Mount {
  /** A real path that exists. */
  path: string
  kind: MountKind
  isFolder: boolean
}

/** A confinement of one process, as it is on disk: all paths exist and contain no links. */
export interface Boundary extends Pick<Confinement, 'temporary' | 'blank' | 'network'> {
  /** The path of the program that confines. */
  program: string
  cwd: string
  mounts: readonly Mount[]
  /** Variables that only the confined processes get, so that a signal to them spares the program around. */
  variables: Readonly<Record<string, string>>
  /** Whether the process runs as the administrator outside, and not inside. */
  isRoot: boolean
  /** Whether processes may outlive the program. */
  persists: boolean
  /** The descriptor that receives the status. */
  status: number
}

/** Folders with files that processes see other folders in place of. */
export const replacedFolders = ['/tmp', '/dev/shm'] as const

/** Whether a path is a folder or inside it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

const rank: Record<MountKind, number> = { read: 0, hide: 1, write: 2 }

/** Sorts mounts so that each comes after the folders around it, and removes all but the last of a path. */
export const orderMounts = (mounts: readonly Mount[]): Mount[] => {
  const sorted = [...mounts].sort((one, other) => rank[one.kind] - rank[other.kind])
  const byPath = new Map(sorted.map((mount) => [mount.path, mount]))
  return [...byPath.values()].sort((one, other) => depth(one.path) - depth(other.path))
}

const depth = (path: string): number => path.split('/').length
