import type { NotedStatement } from '../../event/noted-statement.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { Performer } from '../performer.ts'
import { addStatement, moveProof } from './add-statement.ts'
import type { RunEnd } from './compose-end.ts'

/**
 * Adds the statements about the run's last commits to their moves: about its report, and about the one commit
 * that people get. A commit that contains commits of someone else was not verified yet.
 */
export const stateEnd = async (
  performer: Performer,
  head: string,
  end: RunEnd,
): Promise<RunEnd & { statement?: NotedStatement }> => {
  const { state } = performer
  const isVerified = state.ending.verifiedHead === head
  const moved = (ref: string) => end.updates.find((update) => update.ref === ref)
  let statement: NotedStatement | undefined
  if (end.commit !== head && moved(refNames(state.runId).head)) {
    const stated = { kind: 'run', name: 'run/report', commit: end.commit, parent: head, isVerified } as const
    statement = await addStatement(performer, stated)
  }
  const target = moved(state.target.ref)
  if (state.settings.publish === 'single' && target?.new) {
    const parent = target.old ?? state.base
    const seen = { isVerified: (isVerified || isLastPhase(performer, head)) && !end.merged }
    const stated = { kind: 'squash', name: 'squash', commit: target.new, parent, ...seen } as const
    statement = await addStatement(performer, stated, statement ?? state.statement)
  }
  if (!statement) return end
  return { ...end, statement, updates: [...end.updates, ...(await moveProof(performer, statement))] }
}

/** Whether the head is the commit of the last phase, whose checks ran on it. */
const isLastPhase = ({ state: { integrated, phases } }: Performer, head: string): boolean =>
  phases[integrated.at(-1) ?? -1]?.integrated?.commit === head
