/** The results of a git backend's methods. */
import type { Change } from '../../contract/git/change.ts'
import { confineModes } from '../../contract/host.ts'
import type { Confinement } from '../../contract/workspace.ts'
import type { CheckoutOutcome, DiffEntry, GitBackendV1 } from '../../contract/git-backend.ts'
import type { HookOutcome } from '../../contract/git/hook-outcome.ts'
import type { FilterTrial } from '../../contract/git/filter-trial.ts'
import type { IgnoredPath } from '../../contract/git/ignored-path.ts'
import type { MarkedPath } from '../../contract/git/marked-tree.ts'
import type { RepositoryFingerprint } from '../../contract/repository-fingerprint.ts'
import type { RepositoryState } from '../../contract/repository-state.ts'
import type { BaseFiles, FileStat, Workspace, WorkspaceFileSystem } from '../../contract/workspace.ts'
import type { GitLock } from '../../error/git-lock.ts'
import type { ReturnRules } from './check-returns.ts'
import {
  aBoolean,
  aFunction,
  amount,
  anything,
  finite,
  isRecord,
  list,
  name,
  oneOf,
  optional,
  orNull,
  type Rule,
  type RulesOf,
  shape,
  text,
  variants,
} from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'

const method = aFunction
const texts = list(text, 'a list of texts')
const commit = orNull(name)
/** Nothing is read from it. */
const nothing = anything

const ignoredPaths = list(
  shape('an ignored path', {
    path: name,
    source: text,
    line: amount,
    pattern: text,
  } satisfies RulesOf<IgnoredPath>),
  'a list of ignored paths',
)

/** Either member. */
interface Merged {
  tree?: unknown
  conflicts?: unknown
}

const textMap: Rule = {
  expected: 'a Map of texts by text',
  is: (value) =>
    value instanceof Map && [...value].every((entry) => entry.every((each) => typeof each === 'string')),
}

const markedPath = shape('a path in conflict', {
  path: name,
  conflict: oneOf('lines', 'kept', 'deleted', 'renamed', 'moved', 'placed'),
  by: optional(oneOf('ours', 'theirs')),
  from: optional(name),
} satisfies RulesOf<MarkedPath>)

const bytes: Rule = { expected: 'a Uint8Array', is: (value) => value instanceof Uint8Array }

const workspace = shape('a workspace', {
  id: name,
  base: name,
  slot: optional(name),
  dir: optional(name),
  env: optional(rules.textsByName),
  confinement: optional(
    shape('a confinement', {
      temporary: name,
      caches: name,
      blank: name,
      write: rules.texts,
      read: rules.texts,
      hide: rules.texts,
      network: oneOf(...confineModes.network),
    } satisfies RulesOf<Confinement>),
  ),
  fs: shape('an object with file operations', {
    readFile: method,
    writeFile: method,
    mkdir: method,
    readdir: method,
    stat: method,
    lstat: method,
    readlink: method,
    rm: method,
  } satisfies RulesOf<WorkspaceFileSystem>),
  baseFiles: optional(shape('an object', { list: method, read: method } satisfies RulesOf<BaseFiles>)),
} satisfies RulesOf<Workspace>)

const stat = shape('metadata of a file', {
  size: amount,
  mode: amount,
  isFile: method,
  isDirectory: method,
  isSymbolicLink: method,
} satisfies RulesOf<FileStat>)

export const fileReturnRules: ReturnRules<WorkspaceFileSystem> = {
  readFile: bytes,
  writeFile: nothing,
  mkdir: nothing,
  readdir: texts,
  stat,
  lstat: stat,
  readlink: text,
  rm: nothing,
}

export const gitReturnRules: ReturnRules<GitBackendV1> = {
  inspect: shape('an object', {
    head: commit,
    branch: commit,
    operation: orNull(text),
    dirty: aBoolean,
    identity: orNull(text),
    obstacle: optional(text),
    location: text,
    notes: texts,
  } satisfies RulesOf<RepositoryState>),
  tryFilters: list(
    shape('a trial of a filter', {
      name,
      required: aBoolean,
      failure: optional(shape('a failure', { message: text, remedy: text })),
    } satisfies RulesOf<FilterTrial>),
    'a list of trials',
  ),
  readRef: commit,
  listRefs: textMap,
  updateRefs: nothing,
  lockRun: nothing,
  findLocks: list(
    shape('a lock', { file: text, id: text, since: finite } satisfies RulesOf<GitLock>),
    'a list of locks',
  ),
  removeLock: nothing,
  whyLocked: orNull(text),
  openWorkspace: workspace,
  resetWorkspace: nothing,
  closeWorkspace: nothing,
  rescueWorkspace: optional(workspace),
  changedPaths: list(
    shape('a change', {
      path: name,
      kind: oneOf('added', 'modified', 'deleted', 'mode', 'type', 'nested_repository', 'in_submodule'),
      outside: optional(text),
      size: optional(amount),
      own: optional(oneOf(true)),
      program: optional(text),
    } satisfies RulesOf<Change>),
    'a list of changes',
  ),
  findIgnored: ignoredPaths,
  listIgnored: ignoredPaths,
  removeHidden: list(name, 'a list of paths'),
  commitAttempt: shape('an object with `commit` and `tree`', { commit: name, tree: name }),
  merge: {
    ...shape('an object with `tree` or `conflicts`', {
      tree: optional(name),
      conflicts: optional(texts),
      marked: optional(shape('a marked tree', { tree: name, paths: list(markedPath, 'a list of paths') })),
    }),
    is: (value) => isRecord(value) && ((value as Merged).tree ?? (value as Merged).conflicts) !== undefined,
  },
  readFile: orNull(bytes),
  readTree: name,
  compose: name,
  diff: list(
    shape('an entry', {
      path: name,
      status: oneOf('added', 'modified', 'deleted', 'type'),
      added: orNull(amount),
      removed: orNull(amount),
    } satisfies RulesOf<DiffEntry>),
    'a list of differences',
  ),
  isAncestor: aBoolean,
  findCommits: list(name, 'a list of commits'),
  runHooks: variants('an outcome', 'outcome', {
    passed: { message: text },
    rewritten: { message: text },
    failed: { hook: text, output: text },
    environment: { hook: text, output: text },
  } satisfies Record<HookOutcome['outcome'], object>),
  applyToCheckout: variants('an outcome', 'outcome', {
    applied: {},
    kept: { reason: text },
  } satisfies Record<CheckoutOutcome['outcome'], object>),
  readOwnPaths: texts,
  followBranch: shape('an object with `kept`', { kept: texts }),
  fingerprint: shape('a fingerprint', {
    planted: textMap,
    moved: textMap,
  } satisfies RulesOf<RepositoryFingerprint>),
  removeWorkspaces: nothing,
}
