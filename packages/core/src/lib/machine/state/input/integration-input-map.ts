import type { RefUpdate } from '../../../contract/git-backend.ts'
import type { NotedStatement } from '../../../event/noted-statement.ts'
import type { Work } from '../attempt.ts'

/** The inputs about the integration of a verified and reviewed attempt, by type. */
export interface IntegrationInputMap {
  /** The user's commit hooks have ended. `hook`: the one that failed. `outputFile`: its full output. */
  hooks_finished: {
    phaseId: string
    attempt: number
    dispatch: number
    outcome: 'passed' | 'rewritten' | 'failed' | 'environment'
    /** The commit's message as the hooks left it. */
    text: string
    hook?: string
    output?: string
    outputFile?: string
  }
  /** The attempt merges with the run's head into this tree. `work`: that tree on the head, to be verified. */
  merged: { phaseId: string; attempt: number; dispatch: number; tree: string; work?: Work }
  /**
   * The attempt does not merge with the run's head. `paths`: the files in conflict. `marked`: the merge on
   * the head, with the conflicts left in files. `details`: a sentence about each of these.
   */
  merge_conflicted: {
    phaseId: string
    attempt: number
    dispatch: number
    paths: string[]
    marked?: Work
    details?: string[]
  }
  /** The phase's commit exists, and no branch contains it yet. `lines`: those that its work changes. */
  composed: {
    phaseId: string
    attempt: number
    dispatch: number
    commit: string
    lines?: { added: number; removed: number }
  }
  /** The intent: the references exactly as they are going to be moved. `note` says why the target stays. */
  move_prepared: {
    phaseId: string
    attempt: number
    dispatch: number
    updates: RefUpdate[]
    note?: string
    /** The statement about the commit, which these moves add to the chain. */
    statement?: NotedStatement
  }
  /** A person has pushed commits to the target: the run builds on them from now on. */
  target_adopted: { phaseId: string; attempt: number; dispatch: number; commit: string }
  /** Someone else rewrote the target. `found` is its new value. */
  target_rewritten: { phaseId: string; attempt: number; dispatch: number; found: string | null }
}
