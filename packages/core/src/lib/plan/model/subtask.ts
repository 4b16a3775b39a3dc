import type { PlanStatus } from '../field/plan-status.ts'
import type { DraftOf } from './draft-of.ts'
import type { Step, StepDraft } from './step.ts'

/** The purpose of a subtask. An `impl` needs a `test` before it. */
export type SubtaskType = 'test' | 'impl' | 'refactor' | 'other'

/** A part of a phase. Its steps run in order. */
export interface Subtask {
  /** Unique in the plan. */
  id: string
  /** One line for agents and people. */
  title: string
  /** The description, in Markdown. Default: empty. */
  body: string
  /** The purpose. Default: `other`. */
  type: SubtaskType
  /** Ids of subtasks of the same plan that come before this one. Default: none. */
  dependsOn: string[]
  /** Paths that the subtask declares to write, relative to the repository's root. Default: none. */
  files: string[]
  /** Structured actions, in order. Default: none. */
  steps: Step[]
  /** The status that the plan's author gave it. Default: `pending`. */
  status: PlanStatus
  /** The line of the plan's text at which it begins, from 1. Default: 1. */
  line: number
}

/** A subtask as a parser or a program writes it: what has a default may be left out. */
export interface SubtaskDraft extends DraftOf<Omit<Subtask, 'steps'>, 'id' | 'title'> {
  /** Structured actions, in order. Default: none. */
  steps?: StepDraft[] | undefined
}
