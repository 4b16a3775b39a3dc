import type { PlanChange } from '../../event/change/plan-change.ts'
import { neighbours } from '../../graph/graph.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { cascadeSkips } from '../../policy/dispatch/cascade-skips.ts'
import { comparePlans, newCommands, withStaying } from '../../policy/dispatch/compare-plans.ts'
import { planCommands } from '../../policy/dispatch/plan-commands.ts'
import { askForPlan } from './ask-for-plan.ts'
import { closePhase, skipPhase } from '../attempt/close-phase.ts'
import { isTerminal, moveTo } from '../state/move-to.ts'
import { beforeAttempts } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { planGate } from './plan-gate.ts'
import { createReadyQueue } from '../state/ready-queue.ts'
import { createRunState, type RunState } from '../state/run-state.ts'
import { keepBatches } from '../progress/start-batch.ts'
import { startPhases } from './start-phases.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Compares the run's plan with an edited one. */
export const changesOf = ({ plan, phases, graph }: RunState, edited: Plan): PlanChange[] =>
  comparePlans(plan, edited, (id) => {
    const phase = phases[graph.index.get(id) ?? -1]
    if (phase?.status === 'completed') return 'completed'
    return phase?.intent ? 'moving' : 'open'
  })

/**
 * Continues with an edited plan, before a resume continues interrupted phases. Completed phases stay, unless
 * their work changed; unchanged phases that have begun continue; all others begin as in a new run. Questions
 * that still apply are asked again.
 *
 * Attempt numbers continue, because they name references, and so does the spending.
 */
export const adoptPlan = (turn: Turn, edited: Plan, isApproved: boolean): void => {
  const { state } = turn
  const changes = changesOf(state, edited)
  const { plan: before, phases: known, integrated } = state
  const wasAsked = state.gates.has(planGate(state))
  const changed = new Set(changes.filter(({ change }) => change !== 'stays').map(({ phaseId }) => phaseId))
  const old = new Map(known.map((phase) => [phase.id, phase]))
  const queued = new Set(state.schedule.resuming.map((index) => known[index]))
  const batched = { ...state }
  layOut(state, withStaying(before, edited, changes))
  keepBatches(state, batched)
  emit(turn, 'plan_changed', { changes })
  const kept: [PhaseState, PhaseState][] = []
  for (const index of state.graph.order) {
    const phase = state.phases[index]!
    const { id } = phase
    const was = old.get(id)
    if (!was) continue
    Object.assign(phase, {
      attempt: beforeAttempts(was.attempt.number),
      dispatches: was.dispatches,
      former: was.integrated?.commit ?? was.former,
      spent: was.spent,
      allowed: was.allowed,
    })
    if (!changed.has(id)) kept.push([phase, was])
  }
  for (const [phase, was] of kept) if (was.status === 'completed') keepCompleted(turn, phase, was)
  startPhases(turn)
  for (const [phase, was] of kept) if (!isTerminal(phase)) keepBegun(turn, phase, was, queued.has(was))
  state.schedule.ready = createReadyQueue(state.graph)
  for (const { status, index } of state.phases)
    if (status === 'ready' && !state.schedule.resuming.includes(index)) state.schedule.ready.add(index)
  state.integrated = integrated.flatMap((index) => {
    const phase = state.phases[state.graph.index.get(known[index]!.id) ?? -1]
    return phase?.status === 'completed' ? [phase.index] : []
  })
  for (const [id, debt] of state.debts) {
    if (!state.graph.index.has(id) || changed.has(id)) state.debts.delete(id)
    debt.owedBy = debt.owedBy.filter((other) => state.graph.index.has(other))
  }
  if (!state.prepared || isApproved) return
  // An open question about the old plan's commands has no answer yet.
  askForPlan(turn, wasAsked ? planCommands(edited) : newCommands(before, edited))
}

/** Replaces the plan and all that is derived from it. No phase has begun then, and no question is open. */
const layOut = (state: RunState, plan: Plan): void => {
  const { runId, settings, skippedByPerson, gates, answered, target } = state
  for (const id of gates.keys()) answered.add(id)
  gates.clear()
  state.locks.clear()
  const fresh = createRunState({ runId, plan, settings, targetCommit: target.before })
  const { graph, phases, batchOf, batches, batchOpen, batchLeft, startedBatches, closedBatches } = fresh
  const { evidence, explicit, open, schedule } = fresh
  const derived = {
    graph,
    phases,
    batchOf,
    batches,
    batchOpen,
    batchLeft,
    startedBatches,
    closedBatches,
    evidence,
    explicit,
    open,
    schedule,
  }
  Object.assign(state, { plan, ...derived })
  state.skippedParts = cascadeSkips(plan, skippedByPerson)
  state.plans++
  delete state.ending.closing
  delete state.budget.gate
}

const keepCompleted = (turn: Turn, phase: PhaseState, was: PhaseState): void => {
  const { index, status, missing, former, planned } = phase
  Object.assign(phase, was, { index, planned, status, missing, former })
  closePhase(turn, phase, 'completed')
  phase.endedAt = was.endedAt
}

/**
 * Keeps a phase that has begun, for a resume to continue. It starts over if a dependency has been reopened.
 */
const keepBegun = (turn: Turn, phase: PhaseState, was: PhaseState, isQueued: boolean): void => {
  const { state } = turn
  const { index, status, missing, planned } = phase
  if (was.status === 'skipped' && was.because === undefined)
    return skipPhase(turn, phase, 'A person skipped it before the plan was edited.')
  const isThere = neighbours(state.graph.dependencies, index).every((dependency) =>
    ['completed', 'external'].includes(state.phases[dependency]!.status),
  )
  // The references of a phase that is being integrated may have moved already: its move is finished.
  if (was.attempt.number === 0 || !(isThere || was.intent)) return
  Object.assign(phase, was, {
    index,
    planned,
    status,
    missing,
    lockedBy: undefined,
  })
  if (isQueued) state.schedule.resuming.push(index)
  // Its question is withdrawn. One that failed has none, and its next round depends on where it was held.
  else if (was.status !== 'failed') {
    phase.effort.notBefore = undefined
    phase.attempt.keptAt = undefined
    phase.attempt.blockedStep = undefined
  }
  moveTo(state, phase, isQueued ? was.status : was.status === 'failed' ? 'failed' : 'cancelled')
}
