import { AmeliaError, checkTreePath, type ComposeRequest } from '@amelia/core/plugin'
import { importCommit } from './import-commit.ts'
import type { Repository } from './locate-repository.ts'
import { readEntries } from './read-entries.ts'
import { withRepositoryLock } from './with-repository-lock.ts'

/**
 * A commit of a tree and some files more. The same request by the same identity gives the same id.
 *
 * A file that is there is replaced. Throws `PATH_DENIED` for one that would take the place of a folder, or lie below a
 * file or a link.
 */
export const composeCommit = async (
  repository: Repository,
  request: ComposeRequest,
  identity: string,
): Promise<string> => {
  const { ref, tree, parent, message, date } = request
  const edits = Object.entries(request.files).map(([path, text]) => {
    checkTreePath(path)
    return { path, mode: '100644' as const, content: Buffer.from(text) }
  })
  await checkPlaces(repository, tree, Object.keys(request.files))
  const { gitDir, commonDir } = repository
  const { commit } = await withRepositoryLock(commonDir, () =>
    importCommit({ gitDir, workTree: commonDir, ref, parent, tree, edits, message, identity, date }),
  )
  return commit
}

const checkPlaces = async (repository: Repository, tree: string, paths: string[]): Promise<void> => {
  const found = await readEntries(
    repository,
    tree,
    paths.flatMap((path) => [...foldersOf(path), path]),
  )
  const added = new Set(paths)
  for (const path of paths) {
    const deny = (what: string): AmeliaError =>
      new AmeliaError('PATH_DENIED', `${path} cannot be added: ${what}.`, { path })
    for (const folder of foldersOf(path)) {
      const mode = found.get(folder)?.mode ?? '040000'
      if (mode !== '040000' || added.has(folder)) throw deny(`${folder} is no folder`)
    }
    const mode = found.get(path)?.mode
    if (mode === '040000' || mode === '160000') throw deny('there is a folder of this name')
  }
}

const foldersOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
