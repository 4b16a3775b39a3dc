import type { Batch, Phase, PlanIssue, PresetName } from '@amelia/core'
import type { SharedFiles, PhaseRequirement } from '@amelia/core/view'

type Subtask = Phase['subtasks'][number]

/** A line of a plan. Only in a plan of several files it has a file. */
export interface LineOutput {
  file?: string
  line: number
}

/** An issue of a plan. */
export type IssueOutput = Pick<PlanIssue, 'severity' | 'code' | 'message' | 'line' | 'column' | 'file'>

/** The preset that a run of the plan starts from, and the reason. */
export interface PresetOutput {
  preset: PresetName
  reason: string
}

interface SubtaskOutput extends LineOutput {
  id: string
  title: string
  type: Subtask['type']
  status: Subtask['status']
  dependsOn: readonly string[]
  /** The number of its steps. */
  steps: number
}

/** A command that decides whether a phase is accepted. */
interface AcceptanceOutput extends LineOutput {
  command: string
  cwd: string | null
  expectExitCode: number | 'fail'
  expectedOutputPattern: string | null
}

interface CheckedPhase extends LineOutput {
  id: string
  title: string
  dependsOn: readonly string[]
  parallelWith: readonly string[]
  files: readonly string[]
  conflictsWith: readonly string[]
  estimate: number | null
  priority: number | null
  status: Phase['status']
  /** The highest risk of the phase and its steps. */
  risk: Phase['risk']
  emptyOk: boolean
  agent: string | null
  model: string | null
  queue: string | null
  acceptance: AcceptanceOutput[]
  subtasks: SubtaskOutput[]
}

interface TextOutput extends LineOutput {
  text: string
}

/** The parts of a plan's text that were read, and those that were not. */
interface ReadingOutput {
  rule: string
  phases: number
  subtasks: number
  boxes: number
  criteria: number
  context: TextOutput[]
  skipped: TextOutput[]
  /** Dependencies from sentences or from the order of the text, and how signs of boxes count. */
  notes: TextOutput[]
}

/** The amounts that a parser reads of an ambiguous plan. */
interface PossibleReading {
  format: string
  phases: number
  subtasks: number
  boxes: number
  skipped: number
}

interface SuggestionOutput extends LineOutput {
  phase: string
  dependsOn: readonly string[]
  /** The text to add to the phase. */
  add: string
}

/** The output of `amelia check --json`. */
export interface CheckOutput {
  ok: boolean
  format: string
  title: string
  goal: string
  hash: string
  preset: PresetOutput | null
  phases: CheckedPhase[]
  /** The red and green results that phases must show, with a test command. */
  requirements: readonly PhaseRequirement[]
  batches: Batch[]
  /** The ids of the phases that decide how long a run takes at least. */
  criticalPath: readonly string[]
  /** How many phases can run at the same time. */
  width: number
  /** Independent phases that run one after the other. */
  sharedFiles: SharedFiles[]
  reading: ReadingOutput
  /** The two readings of a plan whose format is ambiguous. */
  readings: PossibleReading[]
  /** With `--suggest`: the dependencies that let phases run in parallel. */
  suggestions?: SuggestionOutput[]
  issues: IssueOutput[]
}
