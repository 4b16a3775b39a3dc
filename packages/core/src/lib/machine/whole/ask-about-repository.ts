import { nounOf } from '../../text/format-count.ts'
import type { PlantedSince } from '../state/git-comparison.ts'
import { tamperedReview, tampering } from '../../policy/failure/tampering.ts'
import { block } from '../attempt/end-attempt.ts'
import type { InputMap, InputOf } from '../state/input/input.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { repositoryCause } from '../waiting/is-repository-open.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Reports changes to the user's repository, and keeps them for the report. */
export const noteChanges = (turn: Turn, moved: InputMap['repository_moved']): void => {
  const { phaseId, planted, changes, more } = moved
  for (const change of changes) turn.state.repositoryChanges.push({ phaseId, ...change })
  emit(turn, 'repository_moved', { phaseId, planted, changes, ...(more !== undefined && { more }) })
}

/** Reports the changes of configuration and hooks that a resume found. */
export const notePlanted = (turn: Turn, planted: readonly PlantedSince[]): void => {
  for (const { phaseId, ...found } of planted)
    if (phaseId !== undefined) noteChanges(turn, { phaseId, planted: true, ...found })
}

/**
 * Returns the end of an interrupted review of the final result during which, or after which, configuration or
 * hooks changed. It opens the question of a review that could not be made.
 */
export const endOfReview = (
  { at }: Turn,
  planted: readonly PlantedSince[],
): InputOf<'run_reviewed'> | undefined => {
  const found = planted.find(({ phaseId }) => phaseId === undefined)
  if (!found) return undefined
  const when = 'the final result was reviewed, or after the process ended'
  const summary = 'The process ended during the review.'
  const review = tamperedReview(when, { approved: false, summary, comments: [] }, found.changes)
  return { type: 'run_reviewed', at, review }
}

/**
 * Asks on resume about configuration and hooks that changed while an attempt of these phases ran, because
 * nobody compared them when its process ended. The phases share one question, and no phase starts while it is
 * open: it would run the programs that the question is about.
 */
export const askAboutRepository = (
  turn: Turn,
  planted: readonly PlantedSince[],
  phases: readonly PhaseState[],
): void => {
  if (phases.length === 0) return
  const ids = phases.map(({ id }) => id)
  const ofPhases = planted.filter(({ phaseId }) => ids.includes(phaseId ?? ''))
  const changes = new Map(ofPhases.flatMap((found) => found.changes).map((change) => [change.name, change]))
  const when = `${nounOf(ids.length, 'phase')} ${ids.join(', ')} ran, or after the process ended`
  for (const phase of phases)
    block(turn, phase, { ...tampering(when, [...changes.values()]), cause: repositoryCause })
}
