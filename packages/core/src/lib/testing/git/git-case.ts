import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'

/**
 * A repository under test, with one commit of {@link gitContractFiles} on a branch.
 *
 * The branch is checked out if the backend has a checkout.
 */
export interface GitContractSubject {
  /** The backend under test. */
  git: GitBackendV1
  /** The id of the commit. */
  base: string
  /** The full name of the branch. */
  branch: string
  /** Writes an uncommitted file in the user's checkout. Needed for `checkout`, `apply` and `inPlace`. */
  writeUserFile?(path: string, content: string): void | Promise<void>
  /**
   * Returns the user's state that must not change, as one text: files, index, HEAD, branch, configuration.
   * Needed for `checkout`, `apply` and `inPlace`.
   */
  readUserState?(): string | Promise<string>
  /** Reads all files of the user's checkout as text, by path. Needed for `apply` and `inPlace`. */
  readUserFiles?(): Record<string, string> | Promise<Record<string, string>>
  /** Reads the prepared message of the user's next commit; null for none. Needed for `apply`. */
  readPreparedMessage?(): string | null | Promise<string | null>
  /** Deletes the repository and its workspaces. Called after each case. */
  close(): void | Promise<void>
}

/** Optional features of a backend. A case that needs a missing feature is not covered. */
export interface GitContractFeatures {
  /** Respects `.gitignore`. */
  ignore?: boolean
  /** Keeps binary contents, and distinguishes them from text. */
  binary?: boolean
  /** Merges changes to different lines of one file. */
  lines?: boolean
  /** Returns the tree of a merge with conflicts, with markers. */
  marks?: boolean
  /** Refuses to move a branch that is checked out. */
  checkout?: boolean
  /** Can apply a commit to the user's checkout. */
  apply?: boolean
  /** Can run a phase in the user's checkout. */
  inPlace?: boolean
  /** Uses the slot of an attempt again, keeps trees, and rescues those of processes that ended. */
  slots?: boolean
  /** Detects changes to the user's repository with `fingerprint`. */
  fingerprint?: boolean
}

/** The files of a subject's first commit. `.gitignore` excludes `ignored/` and `*.log`. */
export const gitContractFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'ignored/\n*.log\n',
  'README.md': 'line 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\n',
  'src/a.txt': 'a\n',
  'src/b.txt': 'b\n',
  'src/deep/c.txt': 'c\n',
}

/** The subject of a case, with shortcuts. */
export interface GitCase extends GitContractSubject {
  features: GitContractFeatures
  open(tree?: string): Promise<Workspace>
  /** Commits all changes of a workspace. */
  commit(workspace: Workspace, more?: { ref?: string; message?: string; date?: number }): Promise<string>
  /** Creates a commit on the base, in a separate workspace. A null content removes the file. */
  attempt(files: Record<string, string | null>, more?: { ref?: string; message?: string }): Promise<string>
}

/** A case, and the features that it needs. */
export interface GitCaseBody {
  name: string
  needs?: (keyof GitContractFeatures)[]
  body(subject: GitCase): Promise<void>
}

/** Each change as `kind path`, sorted. */
export const kindsOf = (changes: { path: string; kind: string }[]): string[] =>
  changes.map(({ path, kind }) => `${kind} ${path}`).sort()
