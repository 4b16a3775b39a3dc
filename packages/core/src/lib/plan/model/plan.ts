import type { Meta } from '../field/meta.ts'
import type { DraftOf } from './draft-of.ts'
import type { Phase, PhaseDraft } from './phase.ts'
import type { PlanMark } from './plan-mark.ts'

/** A file of a plan that was read from several. */
export interface PlanFile {
  /** As whoever read it names it. */
  path: string
  /** The line of the plan's text at which it begins, from 1. */
  line: number
  /** Whether it is background for agents, and contains no work. Default: false. */
  context?: boolean | undefined
}

/** The whole work, as plain serialisable data. */
export interface Plan {
  /** The purpose of the work, for agents and people. Default: empty. */
  goal: string
  /** One line for people and the names of branches. Default: empty. */
  title: string
  /** The phases, in the order of the text. */
  phases: Phase[]
  /** The text that the plan was read from. Default: empty, for a plan made in code. */
  source: string
  /** The file of that text, as whoever read it names it. */
  file?: string | undefined
  /**
   * The paths of its files in the repository, relative to the root, with `/`. A phase changes them only if it
   * declares them. Default: none.
   */
  paths?: string[] | undefined
  /** The files that the text was read from, if they were several. */
  sources?: PlanFile[] | undefined
  /** The places of its text that a run changes when work is done. Default: none, nothing is ticked. */
  marks?: PlanMark[] | undefined
  /** Id of the parser that read it. Default: `code`, for a plan made in code. */
  format: string
  /** Whether an agent wrote it: a person is asked before it is run, even where it runs no command. */
  byAgent?: boolean | undefined
  /** Id of the work in an issue tracker. */
  trackerId?: string | undefined
  /**
   * Whether the author states types of subtasks; types that Amelia derives from words do not count. It
   * decides the preset of a subtask list. Default: whether a subtask has a type other than `other`.
   */
  typed?: boolean | undefined
  /** Whether the author follows test-first. Default: true. */
  tddApproach: boolean
  /** Minutes that the author expects for all steps together. */
  totalMinutes?: number | undefined
  /** Data of the plan's author or program, which decides nothing. Its runs have it too. Default: none. */
  meta?: Meta | undefined
}

/** A plan as a parser or a program writes it: what has a default may be left out. */
export interface PlanDraft extends DraftOf<Omit<Plan, 'phases' | 'sources'>, never> {
  /** The phases, in the order of the text. */
  phases: PhaseDraft[]
  /** The files that the text was read from, if they were several. */
  sources?: DraftOf<PlanFile, 'path'>[] | undefined
}
