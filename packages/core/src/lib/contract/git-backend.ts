import type { GitLock } from '../error/git-lock.ts'
import type { Workspace } from './workspace.ts'

/** The repository as it stands, read without changing it. */
export interface RepositoryState {
  /** The commit of HEAD; null in a repository without a commit. */
  head: string | null
  /** The full name of HEAD's branch (`refs/heads/main`); null when HEAD is detached. */
  branch: string | null
  /** The operation in progress (`merge`, `rebase`, `bisect`, ...). A run does not start during one. */
  operation: string | null
  /** Whether tracked files of the user's checkout differ from HEAD. Told, never a reason to refuse. */
  dirty: boolean
  /** Author and committer of the commits to come; null where git has none configured. */
  identity: string | null
  /** Why no run can start although git reads the repository (it is read-only, a required filter is missing), and what to do. Absent where one can. */
  obstacle?: string
  /** Where the repository is, for messages. */
  location: string
  /** Special features of the repository, one sentence each: submodules, sparse checkout, shallow clone, LFS. */
  notes: string[]
}

/** One path that an attempt changed, relative to the root, with `/`. */
export interface Change {
  path: string
  kind: 'added' | 'modified' | 'deleted' | 'mode' | 'type' | 'nested_repository'
  /** The target of a symbolic link that leaves the workspace. */
  outside?: string
  /** Bytes of the file, where there is one. */
  size?: number
  /** In place: the path was the user's own when the phase began. It enters no commit. */
  own?: true
}

/** One reference to move. A missing `old` means that it must not exist, a null `new` deletes it; with both null it is only checked. */
export interface RefUpdate {
  ref: string
  new: string | null
  old: string | null
}

export interface OpenWorkspaceRequest {
  runId: string
  /** The token of the run's lease: holders never share a workspace. Default: a workspace that no lease covers. */
  lease?: string
  /** The commit that the attempt builds on. */
  base: string
  /** The commit whose tree is put there when it is not `base`'s: an attempt goes on. */
  tree?: string
  /** The workspace is the user's own checkout. */
  inPlace?: InPlaceRequest
}

/** Which workspaces of a run are removed. */
export interface RemoveWorkspacesOptions {
  /** The token of the lease that the caller holds. Default: those that no lease covers. */
  lease?: string
  /** Also those of holders that may still be alive on another machine or in another container. Default: false. */
  all?: boolean
}

/** How a phase is done in the user's own checkout. */
export interface InPlaceRequest {
  /** The full name of the branch that HEAD must be on, and the commit that it must be at. */
  branch: string
  head: string
  /** The reference of the attempt's work: what is thrown away is kept there while nothing else is. */
  attempt?: string
  /** The reference for everything else that is thrown away. */
  left: string
}

export interface FollowRequest {
  /** The full name of a branch: where HEAD is not on it, nothing is to follow. Default: whatever HEAD is. */
  branch?: string
  from: string
  to: string
  /** What the next commit offers as its message is taken back where it is this. Default: it stays. */
  message?: string
  /** Only look. Default: false. */
  look?: boolean
}

/** Paths that are put into a workspace from another commit than the rest. */
export interface TreeOverlay {
  /** The commit that they come from. A path that it does not have is removed. */
  from: string
  /** Relative to the root, with `/`. Files, not folders. */
  paths: string[]
}

/** The outcome of applying a commit to the user's checkout. */
export type CheckoutOutcome =
  | { outcome: 'applied' }
  /** Nothing was changed: `reason` says why, as part of a sentence (`the checkout has uncommitted changes`). */
  | { outcome: 'held'; reason: string }

export interface CommitAttemptRequest {
  /** The attempt's own reference; it is made or moved without a comparison. */
  ref: string
  /** The whole message, trailers included. */
  message: string
  /** Seconds since 1970, for author and committer. */
  date: number
  /** The paths to take, as {@link GitBackendV1.changedPaths} gave them. Nothing else enters the commit. */
  changes: Change[]
}

export interface ComposeRequest {
  /** The reference that keeps the new commit reachable until it is integrated. */
  ref: string
  tree: string
  parent: string
  /** Files to add to the tree, by path. */
  files: Record<string, string>
  message: string
  date: number
}

/** A trial of the user's own commit hooks. */
export type HookOutcome =
  | { outcome: 'passed'; message: string }
  /** The hook changed files: they need a new commit and a new verification. */
  | { outcome: 'rewritten'; message: string }
  | { outcome: 'failed'; hook: string; output: string }
  /** The hook could not be run as set up: `output` says what is missing. */
  | { outcome: 'environment'; hook: string; output: string }

/** The difference of one path between two trees. */
export interface DiffEntry {
  path: string
  status: 'added' | 'modified' | 'deleted' | 'type'
  /** Lines; null in a binary file. */
  added: number | null
  removed: number | null
}

/** A look at the user's repository, to be compared with a later one. */
export interface RepositoryFingerprint {
  /**
   * What changes how git behaves or which programs it runs. `config:PATH:KEY`: the values of a key, a line each. `file:PATH`: a digest of a
   * file below the common dir. `ref:NAME`: a reference.
   */
  planted: ReadonlyMap<string, string>
  /** `HEAD`, `worktrees/NAME/HEAD` and references by their full name. A symbolic one is `ref: NAME`. */
  moved: ReadonlyMap<string, string>
}

/**
 * The git operations that Amelia needs.
 *
 * No call moves the HEAD, the index or a file of the user's checkout but {@link GitBackendV1.applyToCheckout}, {@link GitBackendV1.followBranch}, and what
 * is asked of a workspace that was opened `inPlace`. References move only in {@link updateRefs} and under `refs/amelia/`. Commits, trees and blobs are named by their object ids. Failures that nobody can
 * decide about throw `GIT_FAILED`. A call that a lock file stops has changed nothing and throws `GIT_LOCKED`: `updateRefs` itself removes a lock
 * on a reference below `refs/amelia/` that contains exactly the reference's new value, which a killed process of the engine leaves, and no other.
 */
export interface GitBackendV1 {
  contract: 'git-v1'
  /** Throws `NOT_A_REPOSITORY`. */
  inspect(): Promise<RepositoryState>
  /** The commit that a reference or an id names, or null. */
  readRef(name: string): Promise<string | null>
  /** Existing references below a prefix (`refs/amelia/<run>/`), by name. */
  listRefs(prefix: string): Promise<Map<string, string>>
  /** Moves all or none: throws `REF_MOVED` when one does not hold its `old` value. A crash in the middle may leave some moved. */
  updateRefs(updates: RefUpdate[]): Promise<void>
  /** The locks that exist now at these paths. Absent, like {@link removeLock}, where git takes no lock files. */
  findLocks?(files: readonly string[]): Promise<GitLock[]>
  /** Removes a lock, unless the file at its path is another one by now. Called only after a person has approved it. */
  removeLock?(lock: GitLock): Promise<void>
  /**
   * Why this branch must not be moved (checked out, in a rebase, symbolic), or null. `inPlace`: that it is checked out in the user's own checkout, and
   * in no other, is no reason.
   */
  whyHeld(branch: string, options?: { inPlace?: boolean }): Promise<string | null>
  /**
   * A clean tree of `base`, apart from every other, in which an agent may do as it likes.
   *
   * `inPlace` it is the user's own checkout, one at a time: what is the user's there (see {@link readOwnPaths}) is written down first, and
   * stays. `changedPaths` gives such a path only when it is other than it was then; `resetWorkspace` puts the tracked files of a commit there, removes
   * what has come since, puts the user's own back, and leaves ignored files alone; `closeWorkspace` does so with the branch's commit. What is
   * thrown away by that and is in no commit is kept under one of the request's references. The index says afterwards what it said before. What a process that
   * died has left is ended first, in the same way; what was changed after its death is the user's. Throws `REF_MOVED` where HEAD is not what is asked for,
   * as `changedPaths` and `resetWorkspace` do when it is moved at the same time: nothing is touched then.
   */
  openWorkspace(request: OpenWorkspaceRequest): Promise<Workspace>
  /**
   * Puts the tree of a commit there and removes everything else, ignored files too. Then each overlay's paths, in order.
   * Throws `PATH_DENIED` for a path that git treats as its own, or that leaves the workspace.
   */
  resetWorkspace(workspace: Workspace, commit: string, overlays?: readonly TreeOverlay[]): Promise<void>
  /**
   * Gives the place back. Closing twice is nothing. `abandoned`: something may still be writing there, so the place is not used again under
   * this lease, and in place the user's checkout stays as it is until the next `openWorkspace`.
   */
  closeWorkspace(workspace: Workspace, options?: { abandoned?: boolean }): Promise<void>
  /** Lists differences from the workspace's base, without trusting anything that the agent could write. */
  changedPaths(workspace: Workspace): Promise<Change[]>
  /** A private commit on the workspace's base. Throws `PATH_DENIED` for paths that git treats as its own. */
  commitAttempt(
    workspace: Workspace,
    request: CommitAttemptRequest,
  ): Promise<{ commit: string; tree: string }>
  /** Merges two commits without a working tree. */
  merge(request: { ours: string; theirs: string }): Promise<{ tree: string } | { conflicts: string[] }>
  /** Reads a file of a commit; null if it does not exist. */
  readFile(commit: string, path: string): Promise<Uint8Array | null>
  /** The tree of a commit. */
  readTree(commit: string): Promise<string>
  /** A commit from a tree, files and a message. The same request gives the same id. */
  compose(request: ComposeRequest): Promise<string>
  diff(request: { from: string; to: string }): Promise<DiffEntry[]>
  /** Whether `ancestor` is `commit` or in its history. */
  isAncestor(ancestor: string, commit: string): Promise<boolean>
  /** Commits reachable from `from` that carry the trailer, newest first. */
  findCommits(request: { from: string; trailer: string; value: string }): Promise<string[]>
  /** Runs the user's commit hooks on an attempt in its workspace. Absent where there are no hooks. */
  runHooks?(
    workspace: Workspace,
    request: { commit: string; message: string; signal: AbortSignal },
  ): Promise<HookOutcome>
  /**
   * Puts the tree of a commit into the user's checkout and index, not committed, with a message that the next
   * `git commit` offers. Only when HEAD is `head` and nothing there differs from it, untracked files that are in the way
   * included. Absent where there is no checkout.
   */
  applyToCheckout?(request: { commit: string; head: string; message: string }): Promise<CheckoutOutcome>
  /**
   * The paths of the user's checkout that are no run's: changed, staged, removed, untracked and not ignored, or such that git was told to look past them. Absent
   * where no phase can be done in place. Throws `REPOSITORY_NOT_READY` where none can be done now.
   */
  readOwnPaths?(): Promise<string[]>
  /**
   * Brings the user's index and files from one commit to another when their branch was moved, or is to be: of the paths that
   * differ, those that are as in `from`. What is as in `to` already stays, and so does what is neither: `kept` names it. Twice is once. Absent where there
   * is no checkout.
   */
  followBranch?(request: FollowRequest): Promise<{ kept: string[] }>
  /** Fingerprints what an agent could plant or move in the user's repository. Amelia's own references are left out. */
  fingerprint?(): Promise<RepositoryFingerprint>
  /**
   * Removes the workspaces of a run that were opened with `lease`, and those that dead holders left where no process uses them. The
   * workspaces of a holder that may be alive stay, because it may be the caller that lost the run. With a `lease`, a phase that an
   * earlier holder left in the user's checkout is ended, as `openWorkspace` does; without one, only when that holder is dead.
   */
  removeWorkspaces?(runId: string, options?: RemoveWorkspacesOptions): Promise<void>
}
