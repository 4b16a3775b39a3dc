import type { Meta } from '../field/meta.ts'
import type { PlanStatus } from '../field/plan-status.ts'
import type { Risk } from '../field/risk.ts'
import type { Acceptance, AcceptanceDraft } from './acceptance.ts'
import type { DraftOf } from './draft-of.ts'
import type { Subtask, SubtaskDraft } from './subtask.ts'

/** The unit of verification, review, retry and commit. */
export interface Phase<Data extends Meta = Meta> {
  /**
   * Unique in the plan, in whatever spelling: `2A` and `2-a` are one phase. It has its author's spelling; a
   * person may name it in any other.
   */
  id: string
  /** One line for agents, people and the subject of the commit. */
  title: string
  /** The description, in Markdown. Default: empty. */
  body: string
  /** Ids of the phases whose commits this one builds on. Default: none. */
  dependsOn: string[]
  /**
   * Ids of phases that the author believes can run beside this one: checked and shown, never the truth.
   * Default: none.
   */
  parallelWith: string[]
  /**
   * Paths that the phase declares to write. Two phases that declare a common path never run at the same time.
   * Default: none.
   */
  files: string[]
  /** Ids of phases that never run at the same time as this one, in either order. Default: none. */
  conflictsWith?: string[] | undefined
  /** Points or minutes, in any unit. The scheduler starts the longest path first. */
  estimate?: number | undefined
  /** An integer. Of the phases that are ready, the highest starts first; a phase without one counts as 0. */
  priority?: number | undefined
  /** The status that the plan's author gave it. Default: `pending`. */
  status: PlanStatus
  /** The possible harm. A person is asked about a phase of high risk. Default: `medium`. */
  risk: Risk
  /** Whether the phase may end without a change to any file. Default: false. */
  emptyOk?: boolean | undefined
  /** Name of the agent that does the phase. Default: the agent of the run. */
  agent?: string | undefined
  /** Model that the phase's agent uses. Default: the model of the run. */
  model?: string | undefined
  /**
   * The queue of workers that perform the phase, such as `gpu`: without workers it has no effect. Default:
   * `default`.
   */
  queue?: string | undefined
  /** The parts of the phase. Default: none; the phase is one piece of work. */
  subtasks: Subtask[]
  /** Commands that must have their outcome once the phase's session has ended. */
  acceptance?: Acceptance[] | undefined
  /** Data of the plan's author or program, which decides nothing. Default: none. */
  meta?: Data | undefined
  /** The line of the plan's text at which it begins, from 1. Default: 1. */
  line: number
}

/** A phase as a parser or a program writes it: what has a default may be left out. */
export interface PhaseDraft extends DraftOf<Omit<Phase, 'subtasks' | 'acceptance'>, 'id' | 'title'> {
  /** The parts of the phase. Default: none. */
  subtasks?: SubtaskDraft[] | undefined
  /** Commands that must have their outcome once the phase's session has ended. */
  acceptance?: AcceptanceDraft[] | undefined
}
