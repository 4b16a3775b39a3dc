import type { GateAnswer, Report } from '@amelia/core'
import type { ReportOutput } from './report-output.ts'

type Reason =
  | ('dependencies' | 'blocked' | 'place' | 'files' | 'batch' | 'integration' | 'interrupted')
  | ('provider' | 'limit' | 'delay' | 'gate' | 'strategy' | 'budget' | 'stopped' | 'ready')

/** A phase that is not running, and the reason. */
interface WaitOutput {
  phaseId: string
  reason: Reason
  /** The reason as a sentence, such as `Waits for phase 1.` */
  sentence: string
  /** The phases that it waits for. */
  phases?: string[]
  /** With `files`: the files that a running phase writes too. */
  files?: string[]
  provider?: string
  /** With `provider` and `delay`: the end of the wait. */
  until?: string
  gateId?: string
  /** With `budget`: the limits that are used up. */
  limits?: string[]
}

/** An open question. */
type QuestionOutput = Report['gates'][number] & {
  /** Its short number, for `amelia answer`. */
  number?: number | undefined
  /** The last of its saved answers. */
  savedAnswer?: Omit<GateAnswer, 'gateId'>
  /** Its saved answers, which the next resume applies in this order: each may be for some of its phases. */
  savedAnswers?: Omit<GateAnswer, 'gateId'>[]
}

/** The plan of a run, without the contents of its phases. */
interface ShownPlan {
  title: string
  file?: string | undefined
  format: string
  phases: { id: string; dependsOn: readonly string[] }[]
}

/** The output of `amelia status --json`. */
export interface StatusOutput extends ReportOutput {
  plan: ShownPlan
  gates: QuestionOutput[]
  waits?: WaitOutput[]
}
