import type {
  DisplacedHead,
  GitComparison,
  PlantedSince,
  RefBeyond,
} from '../../machine/state/git-comparison.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { mostChanges } from '../../policy/failure/tampering.ts'
import { compareWithDigests } from '../../policy/planted-digests.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { findIntegrated } from './find-integrated.ts'

/**
 * Compares the journal with git before a resume: finds commits and refs that only git contains, a head that
 * someone else moved, and configuration and hooks that changed while an attempt ran whose end is not in the
 * journal. `workers`: attempts of workers have not ended.
 */
export const compareWithGit = async (
  git: GitBackendV1,
  state: RunState,
  { secrets = [], workers = false }: { secrets?: readonly string[]; workers?: boolean } = {},
): Promise<GitComparison> => {
  const displaced = await findDisplaced(git, state)
  const found = displaced ? undefined : await findIntegrated(git, state)
  const beyond = await findBeyond(git, state)
  const planted = workers ? [] : await findPlanted(git, state, secrets)
  return {
    ...(found && { found }),
    ...(beyond.length > 0 && { beyond }),
    ...(displaced && { displaced }),
    ...(planted.length > 0 && { planted }),
  }
}

/** Finds changes of configuration and hooks since the workspaces of interrupted attempts were opened. */
const findPlanted = async (
  git: GitBackendV1,
  state: RunState,
  secrets: readonly string[],
): Promise<PlantedSince[]> => {
  const attempts = state.phases.flatMap(({ id, place }) =>
    place?.repository ? [{ at: { phaseId: id }, repository: place.repository }] : [],
  )
  const isReview = state.ending.closing?.stage === 'reviewing'
  const ofReview = isReview && state.repository ? [{ at: {}, repository: state.repository }] : []
  const all = [...attempts, ...ofReview]
  if (all.length === 0 || !git.fingerprint || git.shared) return []
  const { planted } = await git.fingerprint()
  const redact = (text: string): string => redactSecrets(text, secrets)
  return all.flatMap(({ at, repository }) => {
    const changes = redactValue(compareWithDigests(repository, planted, redact), secrets)
    const more = changes.length - mostChanges
    return changes.length === 0
      ? []
      : [{ ...at, changes: changes.slice(0, mostChanges), ...(more > 0 && { more }) }]
  })
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
