import { isGitName } from '../../contract/name/is-git-name.ts'
import type { WorkspaceFileSystem } from '../../contract/workspace.ts'
import type { RecordedSession } from './session-recording.ts'

type Content = RecordedSession['files'][string]

/**
 * Reads the regular files of a workspace by path, except those with an omitted name or below such a folder.
 * Ignores links and modes.
 */
export const readTree = async (
  fs: WorkspaceFileSystem,
  leaveOut: readonly string[],
  folder = '',
  tree = new Map<string, Content>(),
): Promise<Map<string, Content>> => {
  for (const name of await fs.readdir(folder || '/')) {
    if (isGitName(name) || leaveOut.includes(name)) continue
    const path = `${folder}/${name}`
    const stat = await fs.lstat(path)
    if (stat.isDirectory()) await readTree(fs, leaveOut, path, tree)
    else if (stat.isFile()) tree.set(path, encode(await fs.readFile(path)))
  }
  return tree
}

/** Returns the entries of the second tree that differ from the first; null for a removed file. */
export const diffTrees = (
  before: ReadonlyMap<string, Content>,
  after: ReadonlyMap<string, Content>,
): Record<string, Content> => {
  const changed: Record<string, Content> = {}
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const content = after.get(path) ?? null
    if (JSON.stringify(before.get(path) ?? null) !== JSON.stringify(content)) changed[path] = content
  }
  return changed
}

/** Applies the file changes of a recorded session to a workspace. */
export const applyFiles = async (
  fs: WorkspaceFileSystem,
  files: Readonly<Record<string, Content>>,
): Promise<void> => {
  const entries = Object.entries(files)
  // Removals come first, because a file may have replaced a folder.
  for (const [path, content] of entries) if (content === null) await fs.rm(path, { force: true })
  for (const [path, content] of entries) if (content !== null) await fs.writeFile(path, decode(content))
}

const encode = (bytes: Uint8Array): Content => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    let binary = ''
    for (const byte of bytes) binary += String.fromCharCode(byte)
    return { base64: btoa(binary) }
  }
}

const decode = (content: NonNullable<Content>): string | Uint8Array =>
  typeof content === 'string'
    ? content
    : Uint8Array.from(atob(content.base64), (character) => character.charCodeAt(0))
