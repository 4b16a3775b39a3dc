import type { BlockerType } from '../../event/blocker-type.ts'
import { type GateChoice, type GateView, needsText } from '../../event/gate-view.ts'
import { notVerified } from '../../policy/not-verified.ts'
import type { RunState } from './run-state.ts'
import { emit, type Turn } from './turn.ts'

/** Asks a person. The question is open until it is answered, through every resume. */
export const openGate = (turn: Turn, asked: GateView): void => {
  const gate = offerAgent(withNotice(asked, turn.state), turn.state.provider !== undefined)
  turn.state.gates.set(gate.id, gate)
  // A question that an edited plan had withdrawn is asked again.
  turn.state.answered.delete(gate.id)
  const phaseId = gate.phaseIds[0]
  emit(turn, 'gate_opened', phaseId === undefined ? { gate } : { phaseId, gate })
  turn.effects.push({ type: 'ask', gate })
}

/** Returns an unused id: a question that is asked again does not take the earlier answer. */
export const unusedGateId = ({ answered }: RunState, id: string): string => {
  let number = 1
  let unused = id
  while (answered.has(unused)) unused = `${id}:${++number}`
  return unused
}

/** Tells a person at a checkpoint that no check has seen the work. */
const withNotice = (gate: GateView, { settings, phases, graph }: RunState): GateView => {
  if (gate.kind !== 'checkpoint' || settings.checks.length > 0) return gate
  const isChecked = (id: string): boolean => phases[graph.index.get(id) ?? -1]?.attempt.checks.length !== 0
  if (gate.phaseIds.every(isChecked)) return gate
  return { ...gate, details: [...gate.details, notVerified] }
}

/**
 * Brings what the open gates offer in line with the process that resumes the run: it has an agent, or none.
 */
export const offerAgain = ({ gates, provider }: RunState): void => {
  for (const [id, gate] of gates) gates.set(id, offerAgent(gate, provider !== undefined))
}

/**
 * Offers the answer that only an agent can act on, where there is an agent: `send-back` at a checkpoint,
 * `answer` at a question of an agent, `fix` at another blocker of a phase that can be tried again.
 */
const offerAgent = (gate: GateView, hasAgent: boolean): GateView => {
  const plain = gate.choices.filter((choice) => !needsText(choice))
  const both = plain.flatMap((choice) => withAnswer(gate, choice))
  const suggestions = gate.suggestions.filter((text) => text !== withAgent)
  const reaches = gate.blocker === undefined || !outOfReach.has(gate.blocker)
  if (!hasAgent && both.includes('fix') && reaches) suggestions.push(withAgent)
  return { ...gate, suggestions, choices: hasAgent ? both : plain }
}

/** The suggestion at a gate that would offer `fix` if the run had an agent. */
const withAgent = 'fix: resume the run with an agent, which then follows your instruction'

/** The problems that an agent cannot solve in its workspace: a person has to act outside of it. */
const outOfReach: ReadonlySet<BlockerType> = new Set([
  'environment',
  'auth',
  'permission',
  'user_changes',
  'repository_tampered',
])

/** Adds the answer for the agent to the one that it belongs to. The answer to its question comes first. */
const withAnswer = ({ kind, phaseIds, blocker }: GateView, choice: GateChoice): GateChoice[] => {
  if (kind === 'checkpoint') return choice === 'approve' ? [choice, 'send-back'] : [choice]
  if (choice !== 'retry' || phaseIds.length === 0) return [choice]
  return blocker === 'agent_asks' ? ['answer', choice] : [choice, 'fix']
}
