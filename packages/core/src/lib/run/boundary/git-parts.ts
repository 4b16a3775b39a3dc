import { checkArgument } from '../../error/check/check-options.ts'
import { anObject, list, name, optional, orNull, type Rules, shape, text } from '../../error/check/rule.ts'
import { frozen } from '../../error/check/frozen.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { conflictLabels } from '../../contract/name/conflict-labels.ts'

/** Returns the arguments of the methods, in order. As a function, because bundlers leave out unused ones. */
const argumentRules = (): { readonly [Method in keyof GitBackendV1]?: Rules } => {
  const texts = list(text, 'a list of texts')
  const workspace = shape('a workspace, as openWorkspace returns it', { id: name })
  const slot = shape('a request with runId and base', { runId: name, base: name })
  const commit = shape('a request with ref and message', { ref: name, message: text })
  const span = shape('a request with from and to', { from: name, to: name })
  const sides = shape('a request with ours and theirs', { ours: name, theirs: name })
  const trailer = shape('a request with from, trailer and value', { from: name, trailer: name, value: text })
  const own = shape('a request with commit and message', { commit: name, message: text })
  return {
    readRef: { name: text },
    listRefs: { prefix: text },
    updateRefs: { updates: list(shape('an update of a ref', { ref: name }), 'a list of updates') },
    lockRun: { runId: name },
    findLocks: { files: texts },
    removeLock: { lock: anObject },
    whyLocked: { branch: name, options: optional(anObject) },
    openWorkspace: { request: slot },
    resetWorkspace: { workspace, commit: name, overlays: optional(list(anObject)) },
    closeWorkspace: { workspace, options: optional(anObject) },
    rescueWorkspace: { request: slot },
    changedPaths: { workspace },
    findIgnored: { workspace: orNull(workspace), paths: texts },
    listIgnored: { workspace },
    removeHidden: { workspace, folders: texts },
    commitAttempt: { workspace, request: commit },
    merge: { request: sides },
    readFile: { commit: name, path: text },
    readTree: { commit: name },
    compose: { request: commit },
    diff: { request: span },
    isAncestor: { ancestor: name, commit: name },
    findCommits: { request: trailer },
    runHooks: { workspace, request: own },
    applyToCheckout: { request: own },
    followBranch: { request: span },
    removeWorkspaces: { runId: name, options: optional(anObject) },
  }
}

/**
 * Returns a backend whose methods reject with `OPTION_INVALID` if they are called with a wrong argument. Only
 * the types and the members that every call needs are checked. `caller` is the function that creates it.
 */
const checkCalls = (caller: string, backend: GitBackendV1): GitBackendV1 => {
  const checked = Object.entries(argumentRules()).flatMap(([method, rules]) => {
    const member = backend[method as keyof GitBackendV1]
    if (typeof member !== 'function') return []
    const call = (...given: unknown[]): unknown => {
      try {
        for (const [at, [argument, rule]] of Object.entries(rules).entries())
          checkArgument(`${caller}().${method}`, argument, given[at], rule)
      } catch (error) {
        return Promise.reject(error)
      }
      return Reflect.apply(member, backend, given)
    }
    return [[method, call] as const]
  })
  return { ...backend, ...Object.fromEntries(checked) }
}

/** Files of a git dir that name the branch that an operation moves when it ends. */
const operations: readonly (readonly [file: string, what: string])[] = [
  ['rebase-merge/head-name', 'being rebased'],
  ['rebase-apply/head-name', 'being rebased'],
  ['rebase-merge/update-refs', 'being rebased'],
  ['BISECT_START', 'being bisected'],
]

/** The parts that git backends share. */
export const gitParts = /* @__PURE__ */ frozen({
  /** The names of both sides in the markers of a conflict. */
  conflictLabels,
  /** Checks the arguments of a backend's methods. */
  checkCalls,
  /** Files of a git dir that name the branch that an operation moves when it ends, and the operation. */
  operations,
})
