import type { PhaseDraft } from '../../src/plugin.ts'
import { skip } from './model-attempt.ts'
import { restoreIntents } from './model-locks.ts'
import { createModelRun, isEnded, isThere, type ModelPhase, type ModelRun, listPhases } from './model-run.ts'

/**
 * Applies an edited plan before a resume (decision 17). Integrated commits, and those being integrated, stay
 * unless their work was edited. Started and unchanged phases continue; all others start as in a new run.
 * Gates are opened again.
 */
export const adopt = (run: ModelRun, edited: readonly PhaseDraft[], isApproved: boolean): void => {
  restoreIntents(run)
  run.locks = []
  const { phases: old } = run
  const before = new Map(run.world.phases.map((draft) => [draft.id, draft]))
  const wasAsked = run.gates.some(({ kind }) => kind === 'plan')
  const named = new Set(edited.map(({ id }) => id))
  const staying = run.world.phases.filter(({ id }) => !named.has(id) && hasCommit(old.get(id)!))
  for (const { id } of staying) named.add(id)
  const kept = staying.map((draft) => ({ ...draft, dependsOn: needsOf(draft).filter((id) => named.has(id)) }))
  run.world = { ...run.world, phases: [...kept, ...edited] }
  run.phases = createModelRun(run.world).phases
  run.gates = []
  run.closing = undefined
  run.redTaken = false
  run.line = run.line.filter((id) => old.get(id)!.stage === 'move_refs')
  const isSame = (draft: PhaseDraft): boolean => {
    const [was, phase] = [before.get(draft.id), old.get(draft.id)]
    if (!was || !phase) return false
    if (staying.some(({ id }) => id === draft.id) || phase.stage === 'move_refs') return true
    return workOf(was) === workOf(draft) && (hasCommit(phase) || placeOf(was) === placeOf(draft))
  }
  const same = run.world.phases.filter(isSame).map(({ id }) => id)
  for (const phase of listPhases(run)) {
    const was = old.get(phase.id)
    Object.assign(phase, { attempt: was?.attempt ?? 0, dispatch: was?.dispatch ?? 0 })
  }
  for (const id of same) if (old.get(id)!.place === 'completed') keep(run, old.get(id)!)
  begin(run)
  // Phases come after their dependencies.
  const inOrder = listPhases(run).sort((one, other) => one.layer - other.layer)
  for (const phase of inOrder)
    if (same.includes(phase.id) && !isEnded(phase)) goOn(run, phase, old.get(phase.id)!)
  if (run.head.stage !== 'there' || isApproved || run.world.rules.planApproved) return
  const known = new Set(wasAsked ? [] : commandsOf([...before.values()]))
  if (commandsOf(edited).some((id) => !known.has(id))) run.gates.push({ kind: 'plan', phases: [] })
}

const needsOf = ({ dependsOn = [] }: PhaseDraft): string[] => dependsOn
/** The edited properties of a phase: its work and its place in the plan. */
const workOf = ({ title, files = [], subtasks = [] }: PhaseDraft): string =>
  JSON.stringify([title, files, subtasks.map(({ id }) => id)])
const placeOf = ({
  dependsOn = [],
  conflictsWith = [],
  status = 'pending',
  risk = 'medium',
}: PhaseDraft): string => JSON.stringify([dependsOn, conflictsWith, status, risk])

/** Whether its commit is on the run's head, or being moved there. */
const hasCommit = ({ place, stage }: ModelPhase): boolean => place === 'completed' || stage === 'move_refs'

/** Returns the phases that run a command. */
const commandsOf = (drafts: readonly PhaseDraft[]): string[] =>
  drafts
    .filter(({ status, subtasks = [] }) => status !== 'done' && status !== 'deferred' && subtasks.length > 0)
    .map(({ id }) => id)

/** The state of a phase, except the properties from the plan. */
const keep = (run: ModelRun, was: ModelPhase): void => {
  const { needs, files, apart, risky, layer } = run.phases.get(was.id)!
  Object.assign(run.phases.get(was.id)!, was, { needs, files, apart, risky, layer })
}

/** Ends phases that the plan marks done, skipped or cancelled. */
export const begin = (run: ModelRun): void => {
  for (const { id, status } of run.world.phases) {
    const phase = run.phases.get(id)!
    if (isEnded(phase)) continue
    if (status === 'done') phase.place = 'external'
    if (status === 'deferred') skip(run, phase)
  }
}

/**
 * A phase with a dependency that is not integrated starts from scratch, unless its own commit is being
 * integrated.
 */
const goOn = (run: ModelRun, phase: ModelPhase, was: ModelPhase): void => {
  if (was.place === 'skipped' && was.isRoot) return skip(run, phase)
  const canGoOn = was.stage === 'move_refs' || phase.needs.every((id) => isThere(run, id))
  if (was.attempt === 0 || !canGoOn) return
  keep(run, was)
  // Queued phases stay queued.
  if (was.stage === 'move_refs' || was.place === 'queued') return
  phase.notBefore = 0
  delete phase.stage
  phase.asked = false
  phase.place = was.place === 'failed' ? 'failed' : 'cancelled'
}
