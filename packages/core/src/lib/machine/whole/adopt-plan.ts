import type { PlanChange } from '../../event/plan-change.ts'
import { neighbours } from '../../graph/graph.ts'
import type { Plan } from '../../plan/plan-schema.ts'
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
import { startPhases } from './start-phases.ts'
import { emit, type Turn } from '../state/turn.ts'

/** What the plan that the run goes by and an edited one differ in. */
export const changesOf = ({ plan, phases, graph }: RunState, edited: Plan): PlanChange[] =>
  comparePlans(plan, edited, (id) => {
    const phase = phases[graph.index.get(id) ?? -1]
    if (phase?.status === 'completed') return 'completed'
    return phase?.intent ? 'moving' : 'open'
  })

/**
 * Goes on by an edited plan, before a resume takes up what was interrupted: what is completed stays, unless its work is another one now;
 * what has begun and is unchanged goes on; everything else begins as in a new run. Questions are asked anew where they still stand.
 *
 * Numbers of attempts go on, for they name references, and so does what was spent.
 */
export const adoptPlan = (turn: Turn, edited: Plan, isApproved: boolean): void => {
  const { state } = turn
  const changes = changesOf(state, edited)
  const { plan: before, phases: known, integrated } = state
  const wasAsked = state.gates.has(planGate(state))
  const changed = new Set(changes.filter(({ change }) => change !== 'stays').map(({ phaseId }) => phaseId))
  const old = new Map(known.map((phase) => [phase.id, phase]))
  const queued = new Set(state.schedule.resuming.map((index) => known[index]))
  layOut(state, withStaying(before, edited, changes))
  emit(turn, 'plan_changed', { changes })
  const kept: [PhaseState, PhaseState][] = []
  for (const index of state.graph.order) {
    const phase = state.phases[index]!
    const { id } = phase
    const was = old.get(id)
    if (!was) continue
    Object.assign(phase, {
      attempt: beforeAttempts(was.attempt.number),
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
  for (const id of state.debts.keys())
    if (!state.graph.index.has(id) || changed.has(id)) state.debts.delete(id)
  if (!state.prepared || isApproved) return
  // Nobody has agreed to what is open to be agreed to.
  askForPlan(turn, wasAsked ? planCommands(edited) : newCommands(before, edited))
}

/** Replaces the plan and all that is derived from it. No phase has begun then, and no question is open. */
const layOut = (state: RunState, plan: Plan): void => {
  const { runId, settings, skippedByPerson, gates, answered, target } = state
  for (const id of gates.keys()) answered.add(id)
  gates.clear()
  state.locks.clear()
  const fresh = createRunState({ runId, plan, settings, targetCommit: target.before })
  const { graph, phases, batchOf, batches, batchOpen, batchLeft, evidence, explicit, open, schedule } = fresh
  const derived = {
    graph,
    phases,
    batchOf,
    batches,
    batchOpen,
    batchLeft,
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

/** What a resume takes up, or what waits for a slot again. Where it builds on something that is not there any more it begins anew. */
const keepBegun = (turn: Turn, phase: PhaseState, was: PhaseState, isQueued: boolean): void => {
  const { state } = turn
  const { index, status, missing, planned } = phase
  if (was.status === 'skipped' && was.because === undefined)
    return skipPhase(turn, phase, 'A person skipped it before the plan was changed.')
  const isThere = neighbours(state.graph.dependencies, index).every((dependency) =>
    ['completed', 'external'].includes(state.phases[dependency]!.status),
  )
  // References may have moved already for a phase that is being integrated: its move is finished, as for one that is completed.
  if (was.attempt.number === 0 || !(isThere || was.intent)) return
  Object.assign(phase, was, {
    index,
    planned,
    status,
    missing,
    heldBy: undefined,
  })
  if (isQueued) state.schedule.resuming.push(index)
  // Its question is withdrawn.
  else {
    phase.effort.notBefore = undefined
    phase.attempt.heldAt = undefined
    phase.attempt.blockedStep = undefined
  }
  moveTo(state, phase, isQueued ? was.status : was.status === 'failed' ? 'failed' : 'cancelled')
}
