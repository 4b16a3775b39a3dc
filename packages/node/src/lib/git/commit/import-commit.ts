import { AmeliaError } from '@amelia/core/plugin'
import { explainLock } from '../refs/explain-lock.ts'
import { repeatUpdate } from '../refs/repeat-update.ts'
import type { Repository } from '../repository/locate-repository.ts'
import type { Identity } from '../repository/read-identity.ts'
import { quotePath } from '../call/quote-path.ts'
import { runGit } from '../call/run-git.ts'

/** One edit of a tree. `id` names a stored blob, or with `160000` the commit of a submodule. */
export type TreeEdit =
  | { path: string; remove: true }
  | { path: string; mode: '100644' | '100755' | '160000'; id: string }
  | { path: string; mode: '100644' | '100755' | '120000'; content: Buffer }

export interface CommitImport {
  repository: Repository
  gitDir: string
  workTree: string
  /** A ref below `refs/amelia/`, created or moved whatever its present value. */
  ref: string
  /** Default: the commit has none. */
  parent?: string
  /** The tree to start from. Default: the parent's, or an empty one. */
  tree?: string
  edits: TreeEdit[]
  message: string
  identity: Identity
  /** Seconds since 1970. */
  date: number
}

/**
 * Writes blobs, trees, a commit and its ref in one git process, without an index: the cost depends on the
 * edits, not on the size of the tree. The same import gives the same ids. Throws `GIT_LOCKED` for a locked
 * ref.
 */
export const importCommit = async (commit: CommitImport): Promise<{ commit: string; tree: string }> => {
  const { repository, ref, parent, tree, edits, identity, date, gitDir, workTree } = commit
  // Removals first: a folder may have become a link, or a file a folder.
  const ordered = [...edits].sort((a, b) => Number('remove' in b) - Number('remove' in a))
  const message = Buffer.from(commit.message.replaceAll('\0', ''))
  const parts: (string | Buffer)[] = [
    `commit ${ref}\nmark :1\nauthor ${identity.author} ${date} +0000\ncommitter ${identity.committer} ${date} +0000\n`,
    `data ${message.length}\n`,
    message,
    parent === undefined ? '\n' : `\nfrom ${parent}\n`,
    ...(tree === undefined ? [] : [`M 040000 ${tree} ""\n`]),
    ...ordered.flatMap(editLine),
    '\nls :1 ""\nget-mark :1\ndone\n',
  ]
  const input = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const args = ['fast-import', '--quiet', '--force', '--done', '--date-format=raw']
  // The second import writes the same objects, and moves the ref to the same commit.
  const { text } = await repeatUpdate(repository, [{ ref }], () =>
    runGit(args, { gitDir, workTree, input }),
  ).catch(async (error: unknown) => {
    throw await explainLock(repository, error, [ref])
  })
  const found = /^040000 tree ([0-9a-f]+)\t\n([0-9a-f]+)$/.exec(text)
  if (found?.[1] !== undefined && found[2] !== undefined) return { tree: found[1], commit: found[2] }
  throw new AmeliaError('GIT_FAILED', `git fast-import returned unexpected output: ${text}`, {
    command: 'git fast-import',
    exitCode: 0,
    output: text,
  })
}

const editLine = (edit: TreeEdit): (string | Buffer)[] => {
  const path = quotePath(edit.path)
  if ('remove' in edit) return [`D ${path}\n`]
  if ('id' in edit) return [`M ${edit.mode} ${edit.id} ${path}\n`]
  return [`M ${edit.mode} inline ${path}\ndata ${edit.content.length}\n`, edit.content, '\n']
}
