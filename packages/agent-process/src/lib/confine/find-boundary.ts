import { readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Confinement } from '@amelia/core/plugin'
import { type Boundary, isWithin, type Mount, type MountKind, replacedFolders } from './boundary.ts'
import { hiddenPaths } from './hidden-paths.ts'

/** The process to confine. */
export interface ConfineRequest {
  /** The confinement of its workspace. */
  confinement: Confinement
  /** The folder of the workspace. */
  workspace: string
  /** The folder that the process starts in. */
  cwd: string
  /**
   * `read`: the workspace and the caches are read-only. The folder for temporary files, and the paths that
   * the user allows, stay writable.
   */
  access: 'read' | 'write'
  /** The complete environment of the process. */
  env: Readonly<Record<string, string>>
  /** Files and folders of the program itself, such as its login: visible and writable. Default: none. */
  own?: readonly string[]
  /** Whether the user's settings of npm are visible, for a set-up. Default: false. */
  seesNpmrc?: boolean
  /** Whether processes may outlive the program. Default: false. */
  persists?: boolean
}

/** The part of a boundary that depends on the disk. */
export type Found = Pick<Boundary, 'cwd' | 'temporary' | 'mounts'>

/**
 * Resolves the paths of a confinement to real ones that exist: bubblewrap fails at any other.
 *
 * A program, a folder of `PATH` and a file named in an argument stay visible if they are below a folder that
 * processes see another in place of.
 */
export const findBoundary = (argv: readonly string[], request: ConfineRequest): Found => {
  const { confinement, workspace, access, env, own = [], seesNpmrc = false } = request
  const { write, read, hide, caches } = confinement
  // A command chooses its `HOME`, and not the user's.
  const homes = new Set([homedir(), env['HOME'] || homedir()])
  const uid = process.getuid?.()
  const hidden = [...homes].flatMap((home) => hiddenPaths({ home, uid, seesNpmrc }))
  const mounts = [
    ...find(access === 'write' ? 'write' : 'read', [workspace]),
    ...find('write', [...(access === 'write' ? [caches] : []), ...write, ...own]),
    ...find('hide', [...hidden, ...hide]),
    ...find('read', [...read, ...(seesNpmrc ? [...homes].map((home) => join(home, '.npmrc')) : [])]),
  ]
  const temporary = realpathSync(confinement.temporary)
  const known = [...mounts, { path: temporary, kind: 'write' } as const]
  const isKnown = (path: string): boolean =>
    known.some((mount) => mount.kind !== 'read' && isWithin(path, mount.path))
  return {
    cwd: realpathSync(request.cwd),
    temporary,
    mounts: [...mounts, ...find('read', namedPaths(argv, request)).filter(({ path }) => !isKnown(path))],
  }
}

/** The paths below a replaced folder that a command names. */
const namedPaths = (argv: readonly string[], { cwd, env }: ConfineRequest): string[] => {
  const words = argv.flatMap((word) => {
    const path = word.startsWith('/') ? word : /^[\w-]+=(\/.*)$/.exec(word)?.[1]
    return path === undefined ? [] : [path]
  })
  const program = argv[0]?.includes('/') ? [resolve(cwd, argv[0])] : []
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const named = [...words, ...program].filter(isReplaced).map(withFolder)
  return [...named, ...folders.filter(isReplaced)].filter((path) => !isOrHasSocket(path))
}

/** A program loads files beside it. */
const withFolder = (path: string): string => {
  const folder = dirname(path)
  return isFolderAt(path) === false && isReplaced(folder) && !isOrHasSocket(folder) ? folder : path
}

/** A process outside may listen at a socket, and start whatever a client asks for. */
const isOrHasSocket = (path: string): boolean => {
  try {
    return isFolderAt(path) === true
      ? readdirSync(path, { withFileTypes: true }).some((entry) => entry.isSocket())
      : statSync(path).isSocket()
  } catch {
    return false
  }
}

const isReplaced = (path: string): boolean =>
  replacedFolders.some((folder) => path.startsWith(`${folder}/`) && path.length > folder.length + 1)

const find = (kind: MountKind, paths: readonly string[]): Mount[] =>
  paths.flatMap((path) => {
    const isFolder = isFolderAt(join('/', path))
    if (isFolder === undefined) return []
    try {
      // The other one reads each folder on the way.
      return [{ path: realpathSync.native(join('/', path)), kind, isFolder }]
    } catch {
      return []
    }
  })

/** Undefined for a path that does not exist or that this process cannot reach. */
const isFolderAt = (path: string): boolean | undefined => {
  try {
    // Most paths do not exist, and errors are slow.
    return statSync(path, { throwIfNoEntry: false })?.isDirectory()
  } catch {
    return undefined
  }
}
