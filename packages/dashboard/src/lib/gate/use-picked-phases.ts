import type { GateAnswer, GateView } from '@amelia/core'
import { words } from '@amelia/core/view'
import { useDraft } from '../part/drafts.ts'
import type { PickedPhases } from './gate-words.ts'
import { withoutAnswered } from './without-answered.ts'

/** The phases of a question that the next answer is for. */
export interface Picking {
  /** The saved answers to the question. */
  given: readonly GateAnswer[]
  /** The question about the phases without an answer. */
  asked: GateView
  /** The question about the chosen ones of these. */
  gate: GateView
  count: PickedPhases
  /** The chosen phases. Absent: all of the question. */
  phaseIds: readonly string[] | undefined
  isPicked(phaseId: string): boolean
  /** Whether a phase can be chosen: no saved answer is for it. */
  canPick(phaseId: string): boolean
  toggle(phaseId: string): void
}

const none: readonly string[] = []

/** Keeps the phases of a question that a person has taken out of the next answer. */
export const usePickedPhases = (runId: string, gate: GateView, saved: readonly GateAnswer[]): Picking => {
  const [left, setLeft] = useDraft(`phases:${runId}:${gate.id}`, none)
  const asked = withoutAnswered(gate, saved)
  const isPicked = (phaseId: string): boolean => asked.phaseIds.includes(phaseId) && !left.includes(phaseId)
  // A single phase is not chosen: an answer without any would be for none.
  const chosen = words.asksByPhase(asked) ? asked.phaseIds.filter(isPicked) : asked.phaseIds
  const isAll = chosen.length === gate.phaseIds.length
  return {
    given: saved.filter(({ gateId }) => gateId === gate.id),
    asked,
    gate: isAll ? gate : { ...gate, phaseIds: [...chosen] },
    count: { picked: chosen.length, asked: asked.phaseIds.length },
    phaseIds: isAll ? undefined : chosen,
    isPicked,
    canPick: (phaseId) => asked.phaseIds.includes(phaseId),
    toggle: (phaseId) =>
      setLeft(left.includes(phaseId) ? left.filter((each) => each !== phaseId) : [...left, phaseId]),
  }
}
