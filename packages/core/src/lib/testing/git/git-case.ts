import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'

/**
 * A repository to try, with one commit of {@link gitContractFiles} on a branch that is checked out where
 * there are checkouts.
 */
export interface GitContractSubject {
  git: GitBackendV1
  /** The commit. */
  base: string
  /** The full name of the branch. */
  branch: string
  /** Writes a file of the user's own checkout and does not commit it. Absent without checkouts. */
  writeUserFile?(path: string, content: string): Promise<void>
  /**
   * Everything of the user's that must stay as it is, as one text: files, index, HEAD, branch, configuration.
   */
  readUserState?(): Promise<string>
  /** All files of the user's own checkout as text, by path. Absent without `apply`. */
  readUserFiles?(): Promise<Record<string, string>>
  /** The message that the user's next commit offers; null for none. Absent without `apply`. */
  readOfferedMessage?(): Promise<string | null>
  close(): Promise<void>
}

/** What a backend has beside the contract's core. A case that needs an absent one is not covered. */
export interface GitContractFeatures {
  /** `.gitignore` is obeyed. */
  ignore?: boolean
  /** Contents that are not text are kept and told apart. */
  binary?: boolean
  /** Changes of different lines of one file merge. */
  lines?: boolean
  /** A branch that is checked out is held. */
  checkout?: boolean
  /** A commit can be put into the user's checkout. */
  apply?: boolean
  /** A phase can be done in the user's checkout. */
  inPlace?: boolean
  /** It tells what changed in the user's repository: `fingerprint`. */
  fingerprint?: boolean
}

/** The files of a subject's first commit. `.gitignore` leaves out `ignored/` and `*.log`. */
export const gitContractFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'ignored/\n*.log\n',
  'README.md': 'line 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\n',
  'src/a.txt': 'a\n',
  'src/b.txt': 'b\n',
  'src/deep/c.txt': 'c\n',
}

/** What a case of a git backend is given. */
export interface GitCase extends GitContractSubject {
  features: GitContractFeatures
  open(tree?: string): Promise<Workspace>
  /** Commits whatever changed in a workspace. */
  commit(workspace: Workspace, more?: { ref?: string; message?: string; date?: number }): Promise<string>
  /** A commit on the base, in a workspace of its own: a null content removes the file. */
  attempt(files: Record<string, string | null>, more?: { ref?: string; message?: string }): Promise<string>
}

/** A case, and what the backend must have for it. */
export interface GitCaseBody {
  name: string
  needs?: (keyof GitContractFeatures)[]
  body(subject: GitCase): Promise<void>
}

/** Each change as `kind path`, sorted. */
export const kindsOf = (changes: { path: string; kind: string }[]): string[] =>
  changes.map(({ path, kind }) => `${kind} ${path}`).sort()
