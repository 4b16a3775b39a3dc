import type { GateView } from './gate.ts'
import { emit, type Turn } from './turn.ts'

/** Asks a person. The question is open until it is answered, through every resume. */
export const openGate = (turn: Turn, gate: GateView): void => {
  turn.state.gates.set(gate.id, gate)
  // One that an edited plan had withdrawn is asked anew.
  turn.state.answered.delete(gate.id)
  const phaseId = gate.phaseIds[0]
  emit(turn, 'gate_opened', phaseId === undefined ? { gate } : { phaseId, gate })
  turn.effects.push({ type: 'ask', gate })
}
