import type { DisplacedHead, GitComparison, RefBeyond } from '../../machine/state/git-comparison.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { findIntegrated } from './find-integrated.ts'

/**
 * Compares the journal with git before a resume: finds commits and refs that only git contains, and a head
 * that someone else moved.
 */
export const compareWithGit = async (git: GitBackendV1, state: RunState): Promise<GitComparison> => {
  const displaced = await findDisplaced(git, state)
  const found = displaced ? undefined : await findIntegrated(git, state)
  const beyond = await findBeyond(git, state)
  return {
    ...(found && { found }),
    ...(beyond.length > 0 && { beyond }),
    ...(displaced && { displaced }),
  }
}

/**
 * Returns a head that is neither in the journal, nor the result of an intent, nor a commit of this run on top
 * of the journal's head.
 */
const findDisplaced = async (git: GitBackendV1, state: RunState): Promise<DisplacedHead | undefined> => {
  const {
    runId,
    prepared,
    headRef: expected,
    phases,
    ending: { closing, recording },
  } = state
  const { head: ref } = refNames(runId)
  const found = await git.readRef(ref)
  if (!prepared || found === expected) return undefined
  const ofRun = [closing?.updates ?? [], recording?.updates ?? []]
  const intents = [...phases.map(({ intent }) => intent?.updates ?? []), ...ofRun].flat()
  if (intents.some((update) => update.ref === ref && update.new === found)) return undefined
  const exists = (await git.readRef(expected)) !== null
  if (found === null) return { found, expected, exists, how: 'gone' }
  const isAhead = exists && (await git.isAncestor(expected, found))
  if (isAhead && (await findIntegrated(git, state))) return undefined
  const isBehind = exists && (await git.isAncestor(found, expected))
  return { found, expected, exists, how: isBehind ? 'rewound' : 'foreign' }
}

/**
 * Lists refs of the run that the journal does not contain: attempts with a higher number than the last
 * journalled one, and the ref of a revert. After an edit of the plan, phases start again at attempt 1, so
 * attempts are not compared then.
 */
const findBeyond = async (git: GitBackendV1, state: RunState): Promise<RefBeyond[]> => {
  const names = refNames(state.runId)
  const root = `refs/amelia/${state.runId}/`
  const beyond: RefBeyond[] = []
  for (const [ref, commit] of await git.listRefs(root)) {
    if (ref === names.reverted && state.revert.stage === undefined && !state.revert.done)
      beyond.push({ ref, commit })
    const own = attemptOf(ref.slice(root.length))
    const phase = own && state.phases[state.graph.index.get(own.phaseId) ?? -1]
    if (phase && state.plans === 1 && own.attempt > phase.attempt.number) beyond.push({ ref, commit, ...own })
  }
  return beyond.sort((one, other) => (one.ref < other.ref ? -1 : 1))
}

const attemptOf = (name: string): { phaseId: string; attempt: number } | undefined => {
  const [, phaseId, attempt] =
    /^(?:attempt|step|left)\/(.+)\/(\d+)$/.exec(name) ?? /^part\/([^/]+)\/(\d+)\//.exec(name) ?? []
  return phaseId === undefined ? undefined : { phaseId, attempt: Number(attempt) }
}
