import type { Host } from '@amelia/core'
import type { ReportOutput } from './report-output.ts'

/** The plan of a run, without the contents of its phases. */
interface ShownPlan {
  title: string
  file?: string | undefined
  format: string
  phases: { id: string; dependsOn: readonly string[] }[]
}

/** The output of `amelia show RUN --json`. */
export interface ShowRunOutput extends ReportOutput {
  plan: ShownPlan
  /** The files that differ between its base and its head. Absent if only another machine has the commits. */
  changes?: Awaited<ReturnType<Host['git']['diff']>>
}
