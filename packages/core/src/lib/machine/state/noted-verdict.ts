import type { Verdict } from '../../contract/reviewer.ts'

/** The verdict of a reviewer, and the commit that it is about. */
export interface NotedVerdict {
  readonly commit: string
  readonly verdict: Verdict
}
