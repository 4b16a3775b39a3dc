import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What runs programs or changes what git sees, below the common dir. */
const plantable = [
  'config',
  'config.worktree',
  'hooks',
  'info',
  'objects/info/alternates',
  'shallow',
  'commondir',
]

/**
 * Digests of what an agent could plant in the user's repository, and of what it could move there.
 *
 * Reads files only, no git process: about a millisecond for a repository with few loose references. Amelia's own
 * references are left out, and so is how references are stored: packing them changes nothing.
 */
export const fingerprintRepository = (commonDir: string): { planted: string; moved: string } => {
  const references = readReferences(commonDir)
  const replaced = references.filter((line) => line.startsWith('refs/replace/'))
  const others = references.filter((line) => !line.startsWith('refs/replace/'))
  const worktrees = list(join(commonDir, 'worktrees')).map((entry) => `worktrees/${entry.name}`)
  const linkedConfig = worktrees.flatMap((folder) =>
    ['config.worktree', 'commondir', 'gitdir'].map((name) => `${folder}/${name}`),
  )
  const heads = ['HEAD', ...worktrees.map((folder) => `${folder}/HEAD`)]
  const planted = [...plantable, ...linkedConfig, ...moduleConfig(commonDir, 'modules')]
  return {
    planted: digest(commonDir, planted, replaced),
    moved: digest(commonDir, heads, others),
  }
}

const digest = (root: string, paths: string[], lines: string[]): string => {
  const hash = createHash('sha256')
  for (const path of paths) addFile(root, path, (text) => hash.update(text))
  return hash.update(lines.join('\n')).digest('hex').slice(0, 32)
}

const addFile = (root: string, path: string, add: (text: string | Buffer) => void): void => {
  const file = join(root, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (stat.isDirectory()) {
    for (const entry of list(file)) addFile(root, `${path}/${entry.name}`, add)
    return
  }
  add(`${path}\0${stat.mode}\0`)
  if (stat.isSymbolicLink()) add(readlinkSync(file))
  if (stat.isFile()) add(readFileSync(file))
}

/** `<ref> <value>` of loose and packed references, sorted; a loose one hides the packed. */
const readReferences = (commonDir: string): string[] => {
  const values = new Map<string, string>()
  for (const line of readText(join(commonDir, 'packed-refs')).split('\n')) {
    const [, value, name] = /^([0-9a-f]+) (refs\/.+)$/.exec(line) ?? []
    if (value !== undefined && name !== undefined) values.set(name, value)
  }
  addFolder(commonDir, 'refs', values)
  return [...values]
    .filter(([name]) => !name.startsWith('refs/amelia/'))
    .map(([name, value]) => `${name} ${value}`)
    .sort()
}

const addFolder = (commonDir: string, path: string, values: Map<string, string>): void => {
  for (const entry of list(join(commonDir, path))) {
    const name = `${path}/${entry.name}`
    if (name === 'refs/amelia') continue
    if (entry.isDirectory()) addFolder(commonDir, name, values)
    else if (!name.endsWith('.lock')) values.set(name, readText(join(commonDir, name)).trim())
  }
}

/** The configuration and hooks of submodules' git dirs, which lie below `modules`, nested by the submodule's name. */
const moduleConfig = (commonDir: string, path: string): string[] =>
  list(join(commonDir, path)).flatMap((entry) => {
    const name = `${path}/${entry.name}`
    if (entry.name === 'config' || entry.name === 'hooks') return [name]
    return entry.isDirectory() && entry.name !== 'objects' ? moduleConfig(commonDir, name) : []
  })

const list = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
