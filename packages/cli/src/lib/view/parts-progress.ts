import { type Plan, type RunEvent } from '@amelia/core'
import { plainLabel } from '@amelia/core/view'

/** A subtask in the live view. */
export interface PartProgress {
  id: string
  title: string
  status: 'pending' | 'running' | 'completed' | 'failed' | 'skipped'
  /** Whether only the agent says that it is completed. */
  claimed?: true
}

/** The subtasks of a phase in plan order, and the numbers of those that are done, and claimed to be. */
export interface PartsProgress {
  parts: PartProgress[]
  done: number
  claimed: number
}

const partStatus: Partial<Record<string, PartProgress['status']>> = {
  done: 'completed',
  skipped: 'skipped',
  deferred: 'skipped',
  cancelled: 'skipped',
}

/** Creates the subtasks of a phase before its first event. */
export const createParts = (subtasks: Plan['phases'][number]['subtasks']): PartsProgress => ({
  parts: subtasks.map(({ id, title, status }) => ({
    id,
    title: plainLabel(title),
    status: partStatus[status] ?? 'pending',
  })),
  done: subtasks.filter(({ status }) => status === 'done').length,
  claimed: 0,
})

const partEvents = {
  subtask_started: 'running',
  subtask_completed: 'completed',
  subtask_failed: 'failed',
  subtask_skipped: 'skipped',
  subtask_unskipped: 'pending',
} as const

/** Applies an event of their phase to its subtasks. */
export const applyToParts = (phase: PartsProgress, event: RunEvent): void => {
  switch (event.type) {
    case 'phase_started':
      endParts(phase, 'pending')
      phase.done = 0
      break
    case 'phase_completed':
      endParts(phase, 'completed')
      phase.done = phase.parts.filter(({ status }) => status === 'completed').length
      break
    case 'subtask_started':
    case 'subtask_completed':
    case 'subtask_failed':
    case 'subtask_skipped':
    case 'subtask_unskipped': {
      const part = phase.parts.find(({ id }) => id === event.subtaskId)
      if (part) part.status = partEvents[event.type]
      if (event.type !== 'subtask_completed') break
      if (!event.claimed) phase.done = event.done
      else phase.claimed = event.done - phase.done
      if (part && event.claimed) part.claimed = true
      break
    }
    default:
  }
}

/** Gives all subtasks that are not skipped a status that the engine observed. */
const endParts = (phase: PartsProgress, status: PartProgress['status']): void => {
  phase.claimed = 0
  for (const part of phase.parts) {
    delete part.claimed
    if (part.status !== 'skipped') part.status = status
  }
}
