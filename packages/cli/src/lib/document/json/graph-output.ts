import type { Batch, Phase } from '@amelia/core'
import type { SharedFiles } from '@amelia/core/view'
import type { IssueOutput, LineOutput } from './check-output.ts'

interface NodeOutput extends LineOutput {
  id: string
  title: string
  estimate: number | null
  priority: number | null
  status: Phase['status']
  /** Why the phase cannot be ordered. */
  errors: readonly string[]
}

/** An arrow, and the reason why it is an error. */
interface EdgeOutput {
  from: string
  to: string
  error: 'unknown' | 'self' | 'cycle' | null
}

/** The output of `amelia graph --format json`. */
export interface GraphOutput {
  ok: boolean
  nodes: NodeOutput[]
  edges: EdgeOutput[]
  batches: Batch[]
  parallelGroups: readonly (readonly string[])[]
  criticalPath: readonly string[]
  /** How many phases can run at the same time. */
  width: number
  /** Independent phases that run one after the other. */
  sharedFiles: SharedFiles[]
  issues: IssueOutput[]
}
