import type { SessionProgress } from '../contract/driver.ts'
import type { WorkReport } from '../policy/answer/read-work-report.ts'
import { matchParts } from '../policy/answer/match-parts.ts'
import { firstLine } from '../text/first-line.ts'
import type { FrozenPhase } from '../machine/state/frozen-run.ts'
import type { InputDraft } from '../machine/state/input/input.ts'

type Claimed = 'running' | 'completed' | 'failed'

const order: readonly string[] = ['running', 'completed', 'failed']

/** Passes on what an agent claims about the subtasks of its phase: each step forward, once. */
export interface PartClaims {
  /** Reads a todo list; ignores other progress. */
  add(progress: SessionProgress): void
  /** Reads the agent's report, whose secrets are removed. */
  report(report: WorkReport): void
}

/** Creates the claims of one session. An agent that changes its list forth and back adds nothing. */
export const createPartClaims = ({
  performer,
  phase,
  dispatch,
}: {
  performer: { feed(input: InputDraft): void }
  phase: FrozenPhase
  dispatch: number
}): PartClaims => {
  const known = new Map<string, string>(phase.attempt.parts)
  const claim = (subtaskId: string, status: Claimed, message?: string): void => {
    if (order.indexOf(status) <= order.indexOf(known.get(subtaskId) ?? '')) return
    known.set(subtaskId, status)
    const at = { phaseId: phase.id, dispatch, subtaskId }
    performer.feed({ type: 'subtask_claimed', ...at, status, ...(message !== undefined && { message }) })
  }
  return {
    add(progress) {
      if (progress.type !== 'todo') return
      for (const [id, status] of matchParts(phase.planned.subtasks, progress.items)) claim(id, status)
    },
    report({ subtasks }) {
      const ids = new Set(phase.planned.subtasks.map(({ id }) => id))
      for (const { id, status, summary } of subtasks) {
        if (!ids.has(id) || status === 'blocked') continue
        if (status === 'done' || status === 'already_done') claim(id, 'completed')
        else claim(id, 'failed', firstLine(summary) || `The agent reports it as ${status}.`)
      }
    },
  }
}
