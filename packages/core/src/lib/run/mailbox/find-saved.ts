import type { RunStoreV1 } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkAnswer } from '../../machine/whole/check-answer.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isSameAnswer, readOffer, type RunOffer } from './run-offer.ts'

/**
 * Returns the id of a stored answer that equals the offer. Throws `GATE_EXPIRED` if the first stored answer
 * to the gate differs, because the next process applies the first.
 */
export const findSaved = async ({
  store,
  runId,
  offer,
}: {
  store: RunStoreV1
  runId: string
  offer: RunOffer
}): Promise<string | undefined> => {
  if (offer.type !== 'answer') return undefined
  const { gateId, choice } = offer
  const { state } = foldRun(runId, await store.load(runId))
  for (const { id, value } of await store.pending(runId)) {
    const first = readAnswerTo(state, gateId, value)
    if (!first) continue
    if (isSameAnswer(first, offer)) return id
    const words = first.feedback === undefined ? '' : ` and the feedback ${JSON.stringify(first.feedback)}`
    throw new AmeliaError(
      'GATE_EXPIRED',
      `Gate "${gateId}" already has the saved answer "${first.choice}"${words}; the next resume applies it. "${choice}" was not saved.`,
      { gateId, choice: first.choice },
    )
  }
  return undefined
}

/** Returns a stored answer that the gate accepts; undefined for any other offer. */
const readAnswerTo = (
  state: RunState,
  gateId: string,
  value: unknown,
): Extract<RunOffer, { type: 'answer' }> | undefined => {
  try {
    const offer = readOffer(value, [])
    if (offer.type !== 'answer' || offer.gateId !== gateId) return undefined
    checkAnswer(state, offer)
    return offer
  } catch {
    return undefined
  }
}
