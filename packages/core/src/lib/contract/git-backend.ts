import type { Change } from './git/change.ts'
import type { CommitAttemptRequest, ComposeRequest } from './git/compose-request.ts'
import type { GitLock } from '../error/git-lock.ts'
import type { FilterTrial } from './git/filter-trial.ts'
import type { HookOutcome } from './git/hook-outcome.ts'
import type { IgnoredPath } from './git/ignored-path.ts'
import type { MarkedTree } from './git/marked-tree.ts'
import type { RepositoryFingerprint } from './repository-fingerprint.ts'
import type {
  OpenWorkspaceRequest,
  RemoveWorkspacesOptions,
  RescueRequest,
} from './open-workspace-request.ts'
import type { RepositoryState } from './repository-state.ts'
import type { Workspace } from './workspace.ts'

/**
 * One reference to move. A missing `old` means that it must not exist, a null `new` deletes it; with both
 * null it is only checked.
 */
export interface RefUpdate {
  /** The full name of the reference, such as `refs/heads/main`. */
  ref: string
  /** The commit to move it to; null deletes it. */
  new: string | null
  /** The commit that it must have now; null if it must not exist. */
  old: string | null
}

/** A move of a branch that the user's index and files follow. */
export interface FollowRequest {
  /** Full name of a branch. If HEAD is not on it, nothing is moved. Default: the branch of HEAD. */
  branch?: string
  /** The commit that index and files are at now. */
  from: string
  /** The commit to update them to. */
  to: string
  /** Removes the message prepared for the next commit if it is this one. Default: it stays. */
  message?: string
  /** Reports the result without changing anything. Default: false. */
  preflight?: boolean
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
  /**
   * Nothing was changed: `reason` says why, as part of a sentence (`the checkout has uncommitted changes`).
   */
  | { outcome: 'kept'; reason: string }

/** The difference of one path between two trees. */
export interface DiffEntry {
  /** The path, relative to the root, with `/`. */
  path: string
  /** How the path differs. `type`: it has another type, such as a file that became a symbolic link. */
  status: 'added' | 'modified' | 'deleted' | 'type'
  /** Added lines; null in a binary file. */
  added: number | null
  /** Removed lines; null in a binary file. */
  removed: number | null
}

/**
 * The git operations that Amelia needs. Commits, trees and blobs are named by their object ids.
 *
 * Only {@link GitBackendV1.applyToCheckout}, {@link GitBackendV1.followBranch} and calls on a workspace
 * that was opened `inPlace` change HEAD, the index or files of the user's checkout. References move only
 * in {@link updateRefs} and below `refs/amelia/`. Unexpected failures throw `GIT_FAILED`. A call that a
 * lock file stops changes nothing and throws `GIT_LOCKED`. Only `updateRefs` removes a lock by itself: one
 * on a reference below `refs/amelia/` that contains exactly the reference's new value, as a killed process
 * of the engine leaves it, or one that {@link GitBackendV1.lockRun} describes.
 */
export interface GitBackendV1 {
  /** The version of the contract. */
  contract: 'git-v1'
  /** Set if it moves the refs of runs on a remote that several machines share. */
  shared?: true
  /** Throws `NOT_A_REPOSITORY`. */
  inspect(): Promise<RepositoryState>
  /**
   * Runs each filter that files of HEAD have on one file, as in a workspace, and keeps nothing. Called when a
   * run starts. Absent where no filters run.
   */
  tryFilters?(): Promise<FilterTrial[]>
  /** The commit that a reference or an id names, or null. */
  readRef(name: string): Promise<string | null>
  /** Existing references below a prefix (`refs/amelia/<run>/`), by name. */
  listRefs(prefix: string): Promise<Map<string, string>>
  /**
   * Moves all or none: throws `REF_MOVED` when one does not hold its `old` value. A crash in the middle may
   * leave some moved.
   */
  updateRefs(updates: RefUpdate[]): Promise<void>
  /**
   * Says that the caller took the lease of a run, and that no earlier holder can be at work. From then on,
   * calls on the run's references may remove empty locks that a killed process of that holder left, and this
   * call removes those that ended processes of any run certainly left. Absent where git takes no lock files.
   */
  lockRun?(runId: string): Promise<void>
  /**
   * The locks that exist now at these paths. Absent, like {@link removeLock}, where git takes no lock files.
   */
  findLocks?(files: readonly string[]): Promise<GitLock[]>
  /**
   * Removes a lock, unless the file at its path is another one by now. Called only after a person has
   * approved it.
   */
  removeLock?(lock: GitLock): Promise<void>
  /**
   * The reason why this branch must not be moved (checked out, in a rebase, symbolic), or null. With
   * `inPlace` the branch may be checked out in the user's own checkout, but in no other.
   */
  whyLocked(branch: string, options?: { inPlace?: boolean }): Promise<string | null>
  /**
   * Opens a clean, separate tree of `base` in which an agent may change everything.
   *
   * With `inPlace` the workspace is the user's own checkout, one phase at a time. The user's changes (see
   * {@link readOwnPaths}) are recorded first and stay: `changedPaths` lists such a path only if it has
   * changed since then. `resetWorkspace` restores the tracked files of a commit, removes files added since
   * the start, restores the user's changes, and leaves ignored files alone; `closeWorkspace` does the same
   * with the branch's commit. Discarded changes that no commit contains are kept under one of the request's
   * references. The index is restored as well. Remains of a process that died are cleaned up first, in the
   * same way; changes made after its death belong to the user. Throws `REF_MOVED`, without touching anything,
   * if HEAD is not as requested; `changedPaths` and `resetWorkspace` do so if HEAD moves at the same time.
   */
  openWorkspace(request: OpenWorkspaceRequest): Promise<Workspace>
  /**
   * Restores the tree of a commit and removes everything else, ignored files too. Then applies each overlay
   * in order. Throws `PATH_DENIED` for a path that git treats as its own, or that leaves the workspace.
   */
  resetWorkspace(workspace: Workspace, commit: string, overlays?: readonly TreeOverlay[]): Promise<void>
  /**
   * Closes a workspace; a second call does nothing. With `abandoned` something may still be writing there:
   * the folder is not used again under this lease, and in place the user's checkout stays as it is until the
   * next `openWorkspace`. With `keep` the tree stays as it is, for a person, until its slot is requested
   * again or the run is cleaned.
   */
  closeWorkspace(workspace: Workspace, options?: { abandoned?: boolean; keep?: boolean }): Promise<void>
  /**
   * Opens the tree that a process which has ended left in a slot, or that was closed with `keep`, as it is,
   * to commit its changes. Nothing that runs there may still write to it. The tree moves to a slot of the
   * caller's lease; requests with an earlier name find it there. Undefined if that tree is gone. Absent where
   * trees do not outlast a process.
   */
  rescueWorkspace?(request: RescueRequest): Promise<Workspace | undefined>
  /** Lists differences from the workspace's base, without trusting anything that the agent could write. */
  changedPaths(workspace: Workspace): Promise<Change[]>
  /**
   * Lists those of these paths that git ignores, with the rule of each. The paths are relative to the root,
   * with `/`; that of a folder may end with one. With `null` instead of a workspace: in the user's checkout.
   *
   * A tracked path is not ignored, and neither is one outside, behind a link or in a submodule. A rule that
   * begins with `!` includes its paths. One call serves thousands of paths. The git program reads the index,
   * `.gitignore`, `info/exclude` and `core.excludesFile`, and obeys `core.ignoreCase`. A backend that
   * computes the rules may lack the last two, and read the commit that HEAD names instead of a checkout.
   * Absent where the rule cannot be named.
   */
  findIgnored?(workspace: Workspace | null, paths: readonly string[]): Promise<IgnoredPath[]>
  /**
   * Lists the ignored files that exist in a workspace, with the rule of each, except those of its set-up and,
   * in place, those of the user. A folder without other files is one path, which ends with `/`. At most
   * 1,000.
   */
  listIgnored?(workspace: Workspace): Promise<IgnoredPath[]>
  /**
   * Removes everything below these folders that {@link changedPaths} does not list, such as ignored files,
   * pipes, and names that git reserves. Folders are relative to the root, with `/`, and links are not
   * followed. In place, the paths are moved out of the checkout, and `REF_MOVED` is thrown if HEAD has moved.
   * Returns the paths. Absent where `changedPaths`
   * lists everything.
   */
  removeHidden?(workspace: Workspace, folders: readonly string[]): Promise<string[]>
  /**
   * Makes a private commit on the workspace's base. Throws `PATH_DENIED` for paths that git treats as its
   * own.
   */
  commitAttempt(
    workspace: Workspace,
    request: CommitAttemptRequest,
  ): Promise<{ commit: string; tree: string }>
  /**
   * Merges two commits, given by id, without a working tree. Conflicts are paths of the commits, sorted.
   * `marked` has everything that merges, and in files the rest, between markers with `conflictLabels`.
   * Without it, work in conflict begins again.
   */
  merge(request: {
    ours: string
    theirs: string
  }): Promise<{ tree: string } | { conflicts: string[]; marked?: MarkedTree }>
  /** Reads a file of a commit; null if it does not exist. */
  readFile(commit: string, path: string): Promise<Uint8Array | null>
  /** The tree of a commit. */
  readTree(commit: string): Promise<string>
  /** Makes a commit from a tree, files and a message. The same request yields the same id. */
  compose(request: ComposeRequest): Promise<string>
  /** Lists the paths that differ between two commits, with their numbers of lines. */
  diff(request: { from: string; to: string }): Promise<DiffEntry[]>
  /** Whether `ancestor` is `commit` or in its history. */
  isAncestor(ancestor: string, commit: string): Promise<boolean>
  /** Commits reachable from `from` that carry the trailer, newest first. */
  findCommits(request: { from: string; trailer: string; value: string }): Promise<string[]>
  /** Runs the user's commit hooks on an attempt in its workspace. Absent if hooks are not supported. */
  runHooks?(
    workspace: Workspace,
    request: { commit: string; message: string; signal: AbortSignal },
  ): Promise<HookOutcome>
  /**
   * Stages the tree of a commit in the user's checkout and prepares the message for the next `git commit`.
   * Does so only if HEAD is `head`, nothing differs from it, and no untracked file is in the way. Absent
   * without a checkout.
   */
  applyToCheckout?(request: { commit: string; head: string; message: string }): Promise<CheckoutOutcome>
  /**
   * Lists the user's own changes in the checkout: paths that are changed, staged, removed, untracked and not
   * ignored, or hidden from git by `assume-unchanged` or `skip-worktree`. Absent where phases cannot run in
   * place. Throws `REPOSITORY_NOT_READY` where they cannot run now.
   */
  readOwnPaths?(): Promise<string[]>
  /**
   * Updates the user's index and files from one commit to another, before or after their branch moves. Of the
   * paths that differ between the commits, those that are as in `from` are updated. Those that are already as
   * in `to` stay, and so do all others, which `kept` lists. A second call changes nothing. Absent without a
   * checkout.
   */
  followBranch?(request: FollowRequest): Promise<{ kept: string[] }>
  /**
   * Fingerprints what an agent could plant or move in the user's repository. Amelia's own references are left
   * out.
   */
  fingerprint?(): Promise<RepositoryFingerprint>
  /**
   * Removes the workspaces of a run that were opened with `lease`, and those that dead holders left where no
   * process uses them. The workspaces of a holder that may be alive stay, because it may be the caller that
   * lost the run. Workspaces closed with `keep`, and those that a dead holder had open, stay as the options
   * say. With a `lease`, a phase that an earlier holder left in the user's checkout is ended, as
   * `openWorkspace` does; without one, only when that holder is dead.
   */
  removeWorkspaces?(runId: string, options?: RemoveWorkspacesOptions): Promise<void>
}
