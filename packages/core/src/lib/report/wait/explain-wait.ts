import { findExhausted } from '../../policy/dispatch/find-exhausted.ts'
import { dependenciesOf } from '../../graph/graph.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import { isTerminal } from '../../machine/state/move-to.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { findPause } from '../../machine/waiting/back-off.ts'
import { isJournalOpen } from '../../machine/waiting/ask-about-journal.ts'
import { asksAboutRepository } from '../../machine/waiting/is-repository-open.ts'
import { isBroke } from '../../machine/waiting/take-usage.ts'
import { findBusySibling, isBehindInterrupted, keepApart } from '../../machine/whole/admit-phases.ts'
import { planGate } from '../../machine/whole/plan-gate.ts'
import { describeWait } from './describe-wait.ts'
import { mostNamed, type PhaseWait, type SomePhases, type WaitReason } from './phase-wait.ts'
import { unknownPhase } from './unknown-phase.ts'

/**
 * Explains why a phase is not running; undefined for one that is running or has ended, and after an abort. If
 * there are several reasons, it returns the one that a person can do most about. Reads the state without
 * changing it.
 *
 * `at`: milliseconds since 1970. `share`: its session waits for these limits, which the state does not
 * contain. Throws `OPTION_INVALID` for an unknown phase.
 */
export const explainWait = (
  state: RunState,
  at: number,
  phaseId: string,
  share?: { pools: readonly { name: string; size: number }[] },
): PhaseWait | undefined => {
  if (share) return explainShare(state, share.pools)
  const index = state.graph.index.get(phaseId)
  const phase = index === undefined ? undefined : state.phases[index]
  if (!phase) throw unknownPhase(state.runId, phaseId, state.graph.ids)
  return explainWaits(state, at, [phase])[0]
}

const explainShare = (state: RunState, pools: readonly { name: string; size: number }[]): PhaseWait => {
  const found = { reason: 'limit' as const, limits: pools.map(({ name, size }) => `${size} of ${name}`) }
  return { ...found, sentence: describeWait(state, found) }
}

/** Explains for each of the phases why it is not running, as {@link explainWait} does for one. */
export const explainWaits = (
  state: RunState,
  at: number,
  phases: readonly PhaseState[],
): (PhaseWait | undefined)[] => {
  const asked = ask(state, at)
  return phases.map((phase) => {
    const found = findReason(asked, phase)
    return found && { ...found, sentence: describeWait(state, found) }
  })
}

/** The facts that the reasons of several phases have in common. */
interface Asked {
  state: RunState
  at: number
  /** The gate about each phase, and the one that stops the run. */
  gates: ReadonlyMap<string, string>
  stops: string | undefined
  isJournalOpen: boolean
  resuming: ReadonlySet<number>
  active: SomePhases
  /** Open phases before and in batches, by batch. */
  before: Map<number, SomePhases | undefined>
  beside: Map<number, SomePhases>
}

const ask = (state: RunState, at: number): Asked => {
  const gates = new Map<string, string>()
  for (const { id, phaseIds } of state.gates.values())
    for (const phaseId of phaseIds) if (!gates.has(phaseId)) gates.set(phaseId, id)
  const stops = [...state.gates.values()].find(
    (gate) =>
      gate.id === planGate(state) ||
      state.locks.has(gate.id) ||
      gate.blocker === 'journal_short' ||
      asksAboutRepository(gate),
  )
  return {
    ...{ state, at, gates, stops: stops?.id, isJournalOpen: isJournalOpen(state) },
    resuming: new Set(state.schedule.resuming),
    active: nameSome(state, [...state.schedule.active]),
    before: new Map(),
    beside: new Map(),
  }
}

const findReason = (asked: Asked, phase: PhaseState): WaitReason | undefined => {
  const { state } = asked
  if (state.status === 'aborted') return undefined
  if (phase.status === 'blocked') return { reason: 'blocked', phases: listOf(phase.because) }
  if (isTerminal(phase)) return undefined
  const gateId = gateOf(asked, phase)
  if (gateId !== undefined) return { reason: 'gate', gateId }
  const [first] = state.schedule.integration
  if (state.schedule.integration.includes(phase.index) && first !== phase.index)
    return { reason: 'integration', phases: idsOf(state, [first!]) }
  if (phase.place) return undefined
  if (state.schedule.asking.has(phase.index)) return { reason: 'strategy' }
  if (phase.status === 'checkpoint') return { reason: 'batch', ...openBeside(asked, phase) }
  const missing = dependenciesOf(state.graph, phase.id).filter((id) => !isDone(state, id))
  if (phase.status === 'pending' && missing.length > 0) return { reason: 'dependencies', phases: missing }
  return whyNotAdmitted(asked, phase)
}

/** The rules of `admitPhases`, as reasons. */
const whyNotAdmitted = (asked: Asked, phase: PhaseState): WaitReason => {
  const { state, at } = asked
  const turn = { state, at, events: [], effects: [] }
  const { schedule, settings } = state
  const { notBefore = 0, afterSiblings } = phase.effort
  const isBegun = asked.resuming.has(phase.index)
  if (!state.prepared || state.stopping || state.endedAt !== undefined) return { reason: 'stopped' }
  if (state.draining === 'requested' || (state.draining && !isBegun)) return { reason: 'stopped' }
  const earlier = isBegun ? undefined : earlierBatches(asked, phase)
  if (earlier) return { reason: 'batch', ...earlier }
  const others = state.phases.filter((other) => other !== phase && isInterrupted(other))
  if (isBehindInterrupted(state, phase)) return { reason: 'interrupted', phases: others.map(({ id }) => id) }
  const pause = findPause(turn, phase)
  if (pause) return { reason: 'provider', provider: pause.provider, until: iso(at + pause.waitMs) }
  if (notBefore > at) return { reason: 'delay', until: iso(notBefore) }
  const { spent, allowed } = state.budget
  if (phase.resumeAt !== 'integration' && isBroke(turn, phase))
    return { reason: 'budget', limits: findExhausted(spent, allowed) }
  const sibling = afterSiblings ? findBusySibling(state, phase, asked.resuming) : undefined
  if (sibling !== undefined) return { reason: 'batch', phases: idsOf(state, [sibling]) }
  const apart = keepApart(phase)
  for (const index of schedule.active) {
    const files = apart(state.phases[index]!)
    if (files && phase.resumeAt !== 'integration')
      return { reason: 'files', phases: idsOf(state, [index]), files }
  }
  if (schedule.active.size >= settings.concurrency) return { reason: 'place', ...asked.active }
  return { reason: 'ready' }
}

const isInterrupted = (phase: PhaseState): boolean =>
  phase.attempt.interruption !== undefined && !isTerminal(phase)

/** The gate that the phase waits for: about the phase, or one that stops the run. */
const gateOf = (asked: Asked, phase: PhaseState): string | undefined => {
  const own = asked.gates.get(phase.id)
  if (own !== undefined || phase.place) return own
  if (asked.stops !== undefined || asked.isJournalOpen) return asked.stops
  const { gate } = asked.state.budget
  return phase.missing === 0 && gate !== undefined && asked.state.gates.has(gate) ? gate : undefined
}

const isDone = (state: RunState, id: string): boolean => {
  const status = state.phases[state.graph.index.get(id)!]!.status
  return status === 'completed' || status === 'external'
}

const openBeside = ({ state, beside }: Asked, { index }: PhaseState): SomePhases => {
  const batch = state.batchOf[index]!
  const known = beside.get(batch)
  if (known) return known
  const found = nameSome(
    state,
    state.batches[batch]!.filter((other) => {
      const phase = state.phases[other]!
      return !isTerminal(phase) && phase.status !== 'checkpoint'
    }),
  )
  beside.set(batch, found)
  return found
}

/** The open phases of earlier batches, where batches run one after the other. */
const earlierBatches = ({ state, before }: Asked, { index }: PhaseState): SomePhases | undefined => {
  const { settings, phases, batches, batchOf, batchLeft, schedule } = state
  const batch = batchOf[index]!
  if (settings.order === 'dataflow' || batch <= schedule.barrier) return undefined
  if (before.has(batch)) return before.get(batch)
  const open: number[] = []
  let left = 0
  for (let number = 0; number < batch; number++) {
    left += batchLeft[number]!
    if (batchLeft[number]! > 0 && open.length < mostNamed)
      open.push(...batches[number]!.filter((other) => !isTerminal(phases[other]!)))
  }
  const some = open.slice(0, mostNamed).sort((one, other) => one - other)
  const found = left === 0 ? undefined : nameSome(state, some, left)
  before.set(batch, found)
  return found
}

const nameSome = (state: RunState, indices: readonly number[], count = indices.length): SomePhases => {
  const phases = idsOf(state, indices.slice(0, mostNamed))
  return count > phases.length ? { phases, more: count - phases.length } : { phases }
}

const idsOf = (state: RunState, indices: readonly number[]): string[] =>
  indices.map((index) => state.phases[index]!.id)

const listOf = (id: string | undefined): string[] => (id === undefined ? [] : [id])

const iso = (at: number): string => new Date(at).toISOString()
