import { isGitName } from '../../contract/is-git-name.ts'
import type { WorkspaceFileSystem } from '../../contract/workspace.ts'
import type { RecordedSession } from './recording.ts'

type Content = RecordedSession['files'][string]

/** The regular files of a workspace by path, without those below a folder of a name that is left out. Links and modes do not count. */
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

/** What is other in the second tree than in the first. */
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

/** Does to a workspace what a session did to it. */
export const applyFiles = async (
  fs: WorkspaceFileSystem,
  files: Readonly<Record<string, Content>>,
): Promise<void> => {
  const entries = Object.entries(files)
  // What was removed first: a file may have taken the place of a folder.
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
