import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { RepositoryFingerprint } from '@amelia/core/plugin'
import { readConfigKeys } from './read-config-keys.ts'

/** Files below the common dir that run programs or change the objects that git sees. */
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
 * Fingerprints everything that an agent could plant in the user's repository, and every ref that it could
 * move, by name.
 *
 * Reads files, also those that the configuration includes, and starts no git process: about 1 ms for a
 * repository with few loose refs. Leaves out Amelia's refs and the storage of refs, so packing them changes
 * nothing.
 */
export const fingerprintRepository = (commonDir: string): RepositoryFingerprint => {
  const packed = readPacked(commonDir)
  const planted = new Map(packed.planted)
  const moved = new Map(packed.moved)
  const worktrees = list(join(commonDir, 'worktrees')).map((entry) => `worktrees/${entry.name}`)
  const linkedConfig = worktrees.flatMap((folder) =>
    ['config.worktree', 'commondir', 'gitdir'].map((name) => `${folder}/${name}`),
  )
  for (const path of [...plantable, ...linkedConfig, ...moduleConfig(commonDir, 'modules')])
    addFile(commonDir, path, planted)
  for (const head of ['HEAD', ...worktrees.map((folder) => `${folder}/HEAD`)]) {
    const value = readText(join(commonDir, head)).trim()
    if (value !== '') moved.set(head, value)
  }
  addFolder(commonDir, 'refs', (name, value) => addReference(name, value, planted, moved))
  return { planted, moved }
}

const addReference = (
  name: string,
  value: string,
  planted: Map<string, string>,
  moved: Map<string, string>,
): void => {
  if (name.startsWith('refs/replace/')) planted.set(`ref:${name}`, value)
  else if (!name.startsWith('refs/amelia/')) moved.set(name, value)
}

const configName = /(?:^|\/)config(?:\.worktree)?$/

const addFile = (root: string, path: string, planted: Map<string, string>, isIncluded = false): void => {
  const file = join(root, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (stat.isDirectory()) {
    for (const entry of list(file)) addFile(root, `${path}/${entry.name}`, planted)
    return
  }
  const content = stat.isSymbolicLink() ? readlinkSync(file) : stat.isFile() ? readFileSync(file) : ''
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  planted.set(`file:${path}`, `${digest}, mode ${stat.mode.toString(8)}`)
  if (!stat.isFile() || !(configName.test(path) || isIncluded)) return
  for (const [key, value] of readConfigKeys(content.toString())) {
    planted.set(`config:${path}:${key}`, value)
    // Git obeys the settings of an included file, which can be a file of the checkout, as its own.
    if (!/^include(?:if\..*)?\.path$/s.test(key)) continue
    for (const included of value.split('\n')) {
      const target = relative(root, resolve(dirname(file), included.replace(/^~(?=\/)/, homedir())))
      if (!planted.has(`file:${target}`)) addFile(root, target, planted, true)
    }
  }
}

let lastPacked: { text: string } & RepositoryFingerprint = { text: '', planted: new Map(), moved: new Map() }

/** Parses packed refs, only if their text has changed: in a large repository this takes most of the time. */
const readPacked = (commonDir: string): RepositoryFingerprint => {
  const text = readText(join(commonDir, 'packed-refs'))
  if (text === lastPacked.text) return lastPacked
  const planted = new Map<string, string>()
  const moved = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, value, name] = /^([0-9a-f]+) (refs\/.+)$/.exec(line) ?? []
    if (value !== undefined && name !== undefined) addReference(name, value, planted, moved)
  }
  lastPacked = { text, planted, moved }
  return lastPacked
}

const addFolder = (commonDir: string, path: string, add: (name: string, value: string) => void): void => {
  for (const entry of list(join(commonDir, path))) {
    const name = `${path}/${entry.name}`
    if (name === 'refs/amelia') continue
    if (entry.isDirectory()) addFolder(commonDir, name, add)
    else if (!name.endsWith('.lock')) add(name, readText(join(commonDir, name)).trim())
  }
}

/**
 * Lists the configuration and hooks of submodules' git dirs, which are below `modules`, nested by the
 * submodule's name.
 */
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
