import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { removeFolder } from '../../../file/remove-folder.ts'
import type { Repository } from '../locate-repository.ts'
import type { CommitTree } from './commit-tree.ts'
import type { NamedFiles } from './find-named.ts'
import { registerUser } from './remove-programs.ts'

/** Larger untracked programs are linked, not copied. */
const mostCopied = 1_000_000

/**
 * Writes read-only copies of a commit's files to a folder below the user's git dir, and returns the folder.
 *
 * Files with the same content share one folder. An existing one is used only if its files still have their
 * ids. `missing` paths that the user's checkout has are untracked programs: they are copied as they are now,
 * or linked if they are large or links. `.git` in the folder is a link to the user's git dir.
 */
export const copyFiles = async (
  repository: Repository,
  tree: CommitTree,
  { files, missing }: NamedFiles,
): Promise<string> => {
  const { gitDir, top, objectFormat, programsFolder: parent } = repository
  registerUser(repository)
  const untracked = [...missing].filter(
    (path) => !path.startsWith('.git/') && lstatSync(join(top, path), { throwIfNoEntry: false }),
  )
  const key = createHash('sha256').update(JSON.stringify([gitDir, [...files].sort(), untracked]))
  for (const path of untracked) if (isSmallFile(join(top, path))) key.update(readFileSync(join(top, path)))
  const folder = join(parent, key.digest('hex').slice(0, 16))
  const isSame = ([path, { mode, id }]: [string, { mode: string; id: string }]): boolean => {
    try {
      const file = join(folder, path)
      const content = mode === '120000' ? readlinkSync(file, 'buffer') : readFileSync(file)
      return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex') === id
    } catch {
      return false
    }
  }
  if (lstatSync(folder, { throwIfNoEntry: false }) && [...files].every(isSame)) return folder
  const draft = join(parent, `new-${randomBytes(4).toString('hex')}`)
  const place = (path: string): string => {
    const file = join(draft, path)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  for (const [path, { mode, id }] of files) {
    const content = await tree.read(id)
    if (mode === '120000') symlinkSync(content, place(path))
    else writeFileSync(place(path), content, { mode: mode === '100755' ? 0o555 : 0o444 })
  }
  for (const path of untracked) {
    const source = join(top, path)
    if (!isSmallFile(source)) symlinkSync(source, place(path))
    else {
      copyFileSync(source, place(path))
      chmodSync(join(draft, path), statSync(source).mode & 0o555)
    }
  }
  symlinkSync(gitDir, join(draft, '.git'))
  await removeFolder(folder)
  try {
    renameSync(draft, folder)
  } catch (error) {
    await removeFolder(draft)
    // Another process was faster.
    if (!lstatSync(folder, { throwIfNoEntry: false })) throw error
  }
  return folder
}

const isSmallFile = (file: string): boolean => {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size <= mostCopied
}
