import type { GateChoice, GateView } from '../event/gate-view.ts'
import type { Plan } from '../plan/model/plan.ts'
import { plainLabel } from './render/plain-label.ts'

/** The parts of a run that the consequences of an answer depend on. */
export interface ConsequenceFacts {
  /** The plan of the run. */
  readonly plan: Pick<Plan, 'phases'>
  /** Whether a phase is completed, or needs no work. */
  isDone(phaseId: string): boolean
}

type Gate = Pick<GateView, 'id' | 'kind' | 'blocker' | 'phaseIds' | 'retries'>

/** Describes the effect of an answer on the run, in a line without a full stop. */
export const describeConsequence = (
  gate: Pick<GateView, 'id' | 'kind' | 'blocker' | 'phaseIds' | 'retries'>,
  choice: GateChoice,
  facts: ConsequenceFacts,
): string => {
  switch (choice) {
    case 'approve':
      return describeApproval(gate, facts)
    case 'reject':
      return 'ends the run; nothing of the plan is carried out'
    case 'send-back':
      return 'starts another attempt that follows your words'
    case 'answer':
      return 'the agent goes on with your answer'
    case 'fix':
      return 'the agent follows your words'
    case 'continue':
      return 'continues the attempt where it stopped'
    case 'retry':
      if (gate.retries === 'review') return 'asks the reviewer again; the work stays as it is'
      return gate.blocker === 'agent_asks' ? 'lets the agent decide itself' : 'starts another attempt'
    case 'done-by-hand':
      return 'counts as done by you'
    case 'skip':
      return describeSkip(gate, facts)
    case 'abort':
      return 'ends the run; completed phases stay'
    case 'abort-revert':
      return 'ends the run and restores the branch; asks how far'
  }
}

const describeApproval = ({ id, kind, blocker, phaseIds }: Gate, facts: ConsequenceFacts): string => {
  if (kind === 'plan') return 'runs the plan and its commands'
  if (kind === 'checkpoint') {
    // `checkpoint:PHASE:ATTEMPT:UNIT` is a question between two parts of a phase.
    if (
      phaseIds.some(
        (phaseId) =>
          id.startsWith(`checkpoint:${phaseId}:`) &&
          /:\d+:\d+$/.test(id.slice(`checkpoint:${phaseId}`.length)),
      )
    )
      return 'starts the next part of the phase'
    const next = startable(phaseIds, facts)
    return `adds ${listed(phaseIds)} to the branch${next.length === 0 ? '' : `; then ${listed(next)} can start`}`
  }
  if (blocker === 'needs_judgment') return 'runs the step'
  if (blocker === 'budget_exceeded') return 'allows more; asks how much'
  if (blocker === 'dependency_skipped' || blocker === 'already_done') return 'counts the phase as done'
  if (blocker === 'red_unclear') return 'takes the new tests as they are; a later phase has to make them pass'
  if (blocker === 'secret_in_change') return 'commits exactly these findings, and goes on'
  return 'takes the work as it is'
}

const describeSkip = ({ id, phaseIds }: Gate, facts: ConsequenceFacts): string => {
  const step = stepOf(id, facts.plan)
  if (step !== undefined) {
    const more = dependentSteps(step, facts.plan)
    return `skips step ${plainLabel(step)}${more.length === 0 ? '' : `; also skips ${listed(more)}`}`
  }
  const more = dependents(phaseIds, facts)
  return `skips ${listed(phaseIds)}${more.length === 0 ? '' : `; also skips ${listed(more)}`}`
}

/** Returns the step that a blocker is about: `blocker:PHASE:ATTEMPT:STEP`. */
const stepOf = (gateId: string, { phases }: Pick<Plan, 'phases'>): string | undefined => {
  const found = phases.find(({ id }) => gateId.startsWith(`blocker:${id}:`))
  const rest = found && gateId.slice(`blocker:${found.id}:`.length).replace(/^\d+:?/, '')
  return found?.subtasks
    .flatMap(({ steps }) => steps.map(({ id }) => id))
    .find((id) => rest === id || rest?.startsWith(`${id}:`))
}

/** Lists the phases that depend on these, directly or not, and are not done. */
const dependents = (phaseIds: readonly string[], { plan, isDone }: ConsequenceFacts): string[] =>
  closure(
    phaseIds,
    plan.phases.filter(({ id }) => !isDone(id)),
  )

const dependentSteps = (stepId: string, { phases }: Pick<Plan, 'phases'>): string[] =>
  closure(
    [stepId],
    phases.flatMap(({ subtasks }) => subtasks.flatMap(({ steps }) => steps)),
  )

/** Lists the nodes that depend on some ids, directly or not, in plan order. */
const closure = (
  ids: readonly string[],
  nodes: readonly { id: string; dependsOn: readonly string[] }[],
): string[] => {
  const users = new Map<string, string[]>()
  for (const { id, dependsOn } of nodes)
    for (const needed of dependsOn) users.set(needed, [...(users.get(needed) ?? []), id])
  const reached = new Set(ids)
  for (const id of reached) for (const user of users.get(id) ?? []) reached.add(user)
  return nodes.map(({ id }) => id).filter((id) => reached.has(id) && !ids.includes(id))
}

/** Lists the phases whose last missing dependencies these are. */
const startable = (phaseIds: readonly string[], { plan, isDone }: ConsequenceFacts): string[] =>
  plan.phases
    .filter(
      ({ id, dependsOn }) =>
        !isDone(id) &&
        dependsOn.some((needed) => phaseIds.includes(needed)) &&
        dependsOn.every((needed) => phaseIds.includes(needed) || isDone(needed)),
    )
    .map(({ id }) => id)

const mostNames = 6

const listed = (ids: readonly string[]): string => {
  const names = ids.slice(0, mostNames).map(plainLabel)
  return `${names.join(', ')}${ids.length > mostNames ? ` and ${ids.length - mostNames} more` : ''}`
}
