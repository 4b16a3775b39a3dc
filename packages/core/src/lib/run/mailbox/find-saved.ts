import type { RunStoreV1 } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkAnswer } from '../../machine/whole/check-answer.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { foldRun } from '../journal/fold-run.ts'
import type { GateAnswer } from './gate-question.ts'
import { isSameAnswer, readControl, type ControlCommand } from './control-command.ts'

/**
 * Returns the id of a stored answer that equals the command. Throws `GATE_EXPIRED` if the first stored answer
 * to the gate differs, because the next process applies the first.
 */
export const findSaved = async ({
  store,
  runId,
  command,
}: {
  store: RunStoreV1
  runId: string
  command: ControlCommand
}): Promise<string | undefined> => {
  if (command.type !== 'answer') return undefined
  const { gateId, choice } = command
  const { state } = foldRun(runId, await store.load(runId))
  const first = (await readSaved(store, state)).get(gateId)
  if (!first || isSameAnswer(first, command)) return first?.id
  const words = first.feedback === undefined ? '' : ` and the feedback ${JSON.stringify(first.feedback)}`
  throw new AmeliaError(
    'GATE_EXPIRED',
    `Gate "${gateId}" already has the saved answer "${first.choice}"${words}; the next resume applies it. "${choice}" was not saved.`,
    { gateId, choice: first.choice },
  )
}

/** Reads the first valid stored answer to each open gate, with its command's id. A resumed run applies it. */
export const readSaved = async (
  store: Pick<RunStoreV1, 'pending'>,
  state: RunState,
): Promise<Map<string, GateAnswer & { id: string }>> => {
  const saved = new Map<string, GateAnswer & { id: string }>()
  for (const { id, value } of await store.pending(state.runId)) {
    const answer = readAnswer(state, value)
    if (answer && !saved.has(answer.gateId)) saved.set(answer.gateId, { id, ...answer })
  }
  return saved
}

/** Returns a stored answer that its gate accepts; undefined for any other command. */
const readAnswer = (state: RunState, value: unknown): GateAnswer | undefined => {
  try {
    const { type, ...answer } = readControl(value, state)
    if (type !== 'answer') return undefined
    checkAnswer(state, answer as GateAnswer)
    return answer as GateAnswer
  } catch {
    return undefined
  }
}
