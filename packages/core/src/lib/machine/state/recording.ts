import type { RefUpdate } from '../../contract/git-backend.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'

/** The ends of a run that leave phases undone. */
export type UnfinishedEnd = 'failed' | 'cancelled' | 'aborted'

/** The commit of the report, the state and the feedback of a run that ends unfinished. */
export interface Recording {
  how: UnfinishedEnd
  /** `locked`: a lock stopped the move, which a later process finishes. */
  stage: 'composing' | 'moving' | 'locked'
  /** Whether a later process finishes the move: a run that can continue does not end with it. */
  resumed?: true
  commit?: string
  /** The intent. */
  updates?: RefUpdate[]
  /** The statement about the commit. */
  statement?: NotedStatement
}

interface OfRun {
  readonly ending: { readonly recording?: Recording }
}

/** Whether the commit is being made or its references are moving. Nothing else starts until then. */
export const isRecording = ({ ending: { recording } }: OfRun): boolean =>
  recording !== undefined && recording.stage !== 'locked'

/** Leaves the move to a later process because a lock stopped it and the run ends. */
export const lockRecord = ({ ending: { recording } }: OfRun): void => {
  if (recording) recording.stage = 'locked'
}
