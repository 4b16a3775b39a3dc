import { checkTreePath, type ComposeRequest } from '@amelia/core/plugin'
import { importCommit } from './import-commit.ts'
import type { Repository } from './locate-repository.ts'
import { withRepositoryLock } from './with-repository-lock.ts'

/** A commit of a tree and some files more. The same request by the same identity gives the same id. */
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
  const { gitDir, commonDir } = repository
  const { commit } = await withRepositoryLock(commonDir, () =>
    importCommit({ gitDir, workTree: commonDir, ref, parent, tree, edits, message, identity, date }),
  )
  return commit
}
