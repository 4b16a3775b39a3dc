import type { RunStoreV1 } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkAnswer } from '../../machine/whole/check-answer.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { foldRun } from '../journal/fold-run.ts'
import type { GateAnswer } from './gate-question.ts'
import { isSameAnswer, readControl, type ControlCommand } from './control-command.ts'

/**
 * Returns the id of a stored answer that equals the command. Throws `GATE_EXPIRED` if an earlier one to the
 * gate is for a common phase, because the next process applies the first.
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
  const saved = (await readSaved(store, state)).filter((answer) => answer.gateId === gateId)
  const first =
    saved.find((answer) => isSameAnswer(answer, command)) ?? saved.find((answer) => overlap(answer, command))
  if (!first || isSameAnswer(first, command)) return first?.id
  const words = first.feedback === undefined ? '' : ` and the feedback ${JSON.stringify(first.feedback)}`
  throw new AmeliaError(
    'GATE_EXPIRED',
    `Gate "${gateId}" already has the saved answer "${first.choice}"${words}; the next resume applies it. "${choice}" was not saved.`,
    { gateId, choice: first.choice },
  )
}

/** Whether two answers are for a common phase. */
const overlap = (
  one: Pick<GateAnswer, 'phaseIds'>,
  { phaseIds }: { phaseIds?: readonly string[] | undefined },
): boolean => one.phaseIds?.some((id) => phaseIds?.includes(id) ?? true) ?? true

/**
 * Reads the valid stored answers to open gates that a resumed run applies, with the ids of their commands: of
 * several answers for a common phase the first.
 */
export const readSaved = async (
  store: Pick<RunStoreV1, 'pending'>,
  state: RunState,
): Promise<(GateAnswer & { id: string })[]> => {
  const saved: (GateAnswer & { id: string })[] = []
  for (const { id, value } of await store.pending(state.runId)) {
    const answer = readAnswer(state, value)
    if (answer && !saved.some((other) => other.gateId === answer.gateId && overlap(other, answer)))
      saved.push({ id, ...answer })
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
