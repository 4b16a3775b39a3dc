import { AmeliaError, checkTreePath, type ComposeRequest } from '@amelia/core/plugin'
import { importCommit } from './import-commit.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { moveRefs } from '../refs/move-refs.ts'
import type { Identity } from '../repository/read-identity.ts'
import { readEntries } from './read-entries.ts'
import type { TreeEntry } from '../repository/program/read-tree.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/**
 * Commits a tree with additional files. The same request by the same identity gives the same id.
 *
 * An existing file is replaced, and stays executable. Throws `PATH_DENIED` for a file that would replace a
 * folder, or lie below a file or a symbolic link.
 */
export const composeCommit = async (
  repository: Repository,
  request: ComposeRequest,
  { author, committer, sign }: Identity & { sign: boolean },
): Promise<string> => {
  const { ref, tree, parent, message, date } = request
  const paths = Object.keys(request.files)
  for (const path of paths) checkTreePath(path)
  const found = await checkPlaces(repository, tree, paths)
  const edits = Object.entries(request.files).map(([path, text]) => {
    const mode = found.get(path)?.mode === '100755' ? '100755' : '100644'
    return { path, mode, content: Buffer.from(text) } as const
  })
  const { gitDir, commonDir } = repository
  const made = await withRepositoryLock(commonDir, () =>
    importCommit({
      repository,
      gitDir,
      workTree: commonDir,
      ref,
      ...(parent !== undefined && { parent }),
      ...(tree !== undefined && { tree }),
      edits,
      message,
      identity: { author, committer },
      date,
    }),
  )
  return sign ? signCommit(repository, request, made, { author, committer }) : made.commit
}

/** Replaces a commit by one with the user's signature, under the same ref. */
const signCommit = async (
  repository: Repository,
  { ref, parent, message, date }: ComposeRequest,
  { commit, tree }: { commit: string; tree: string },
  { author, committer }: Identity,
): Promise<string> => {
  const env = { ...identAs('AUTHOR', author, date), ...identAs('COMMITTER', committer, date) }
  const args = ['commit-tree', '-S', ...(parent === undefined ? [] : ['-p', parent]), '-F', '-', tree]
  const signed = (await repository.git(args, { input: message, env })).text
  await moveRefs(repository, [{ ref, new: signed, old: commit }])
  return signed
}

const identAs = (role: string, ident: string, date: number): Record<string, string> => {
  const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(ident) ?? []
  return { [`GIT_${role}_NAME`]: name, [`GIT_${role}_EMAIL`]: email, [`GIT_${role}_DATE`]: `${date} +0000` }
}

const checkPlaces = async (
  repository: Repository,
  tree: string | undefined,
  paths: string[],
): ReturnType<typeof readEntries> => {
  const places = paths.flatMap((path) => [...foldersOf(path), path])
  const found =
    tree === undefined ? new Map<string, TreeEntry>() : await readEntries(repository, tree, places)
  const added = new Set(paths)
  for (const path of paths) {
    const deny = (what: string): AmeliaError =>
      new AmeliaError('PATH_DENIED', `${path} cannot be added: ${what}.`, { path })
    for (const folder of foldersOf(path)) {
      const mode = found.get(folder)?.mode ?? '040000'
      if (mode !== '040000' || added.has(folder)) throw deny(`${folder} is not a folder`)
    }
    const mode = found.get(path)?.mode
    if (mode === '040000' || mode === '160000') throw deny('a folder with this name exists')
  }
  return found
}

const foldersOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
