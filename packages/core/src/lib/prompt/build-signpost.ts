import type { FrozenPhase } from '../machine/state/frozen-run.ts'
import type { Unit } from '../contract/driver.ts'
import { refNames } from '../machine/state/ref-names.ts'
import type { Plan } from '../plan/model/plan.ts'
import { describeAssignment, listDue } from './assignment/describe-assignment.ts'
import { cutTitle, describePlan } from './assignment/cut-title.ts'
import { describeAttempts, whyAgain } from './attempt/describe-attempts.ts'
import { describeInterruption, type Interruption } from './attempt/describe-interruption.ts'
import { oneLine } from '../text/one-line.ts'
import { describeFolder } from './describe-folder.ts'
import { type CheckList, developerRules } from './developer-rules.ts'
import type { ReportMode } from './report-rules.ts'
import { whereToLook } from './where-to-look.ts'

export interface Signpost {
  plan: Plan
  /** The index of each phase in the plan, by id. */
  index: ReadonlyMap<string, number>
  runId: string
  phase: FrozenPhase
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>
  checks: CheckList
  /**
   * The run's folder in the tree (`docs/amelia/...`), with this plan and summaries. Absent if they are not
   * there.
   */
  folder?: string
  /** Files with the rules of the project, as the base of the attempt has them. */
  projectRules?: readonly string[]
  /** Declared files that git ignores, each with its rule. */
  ignored?: readonly { path: string; rule: string }[]
  /** The folder on disk. Absent in a workspace without one, where git does not work either. */
  dir?: string
  /** The path of the feedback on earlier attempts, if the workspace contains it. */
  feedback?: string
  /** The session knows its assignment from the last attempt: the prompt contains only what went wrong. */
  continued?: boolean
  /** The session did the earlier work that the phase follows up: the prompt leaves out where to look. */
  follows?: true
  /** A description of the earlier work that the phase follows up. */
  briefing?: string
  /** A fresh session continues the work of one that was interrupted. */
  interruption?: Interruption
  /** The form of the agent's final report. Absent: free text. */
  reports?: ReportMode
  /** Whether writes outside the workspace are refused. */
  confined?: boolean
  /** Whether the agent has a todo list. */
  todo?: boolean
}

/**
 * Builds the prompt of a developer's session: the assignment, where to look, why there is another attempt,
 * and the rules (seed: phased-execution, Context Engineering).
 *
 * Its size does not depend on the plan: a long assignment is replaced by a pointer to its lines in the plan.
 */
export const buildSignpost = (signpost: Signpost): string => {
  const { plan, runId, phase, unit, checks, reports, dir, continued = false, interruption } = signpost
  const { follows = false, briefing } = signpost
  const { id, title } = phase.planned
  const hasGit = dir !== undefined
  const lastAttempt = refNames(runId).attempt(id, phase.attempt.number - 1)
  const { feedback } = signpost
  const attempts = describeAttempts({ phase, lastAttempt, continued, hasGit, feedback })
  const due = listDue(signpost)
  const [first] = due
  const rules = developerRules({
    checks,
    reports,
    shortened: phase.effort.shortened,
    confined: signpost.confined === true,
    ...(unit.kind === 'subtask'
      ? { part: unit.subtaskId }
      : first === undefined
        ? {}
        : { firstPart: first.id, todo: signpost.todo === true && due.length > 1 }),
  })
  const what = unit.kind === 'phase' ? `phase ${id}` : `subtask ${unit.subtaskId}`
  const sections = continued
    ? [[`Continue with ${what}: ${whyAgain(phase)}.`, ...describeFolder(dir)].join('\n'), attempts, rules]
    : [
        follows
          ? [
              `This assignment follows up your work in this session: phase ${id} (${cutTitle(title)}).`,
              ...describeFolder(dir),
            ].join('\n')
          : `You are working on phase ${id} (${cutTitle(title)}) of ${describePlan(plan)}`,
        `## Assignment\n${describeAssignment(signpost)}`,
        describeIgnored(signpost.ignored),
        briefing === undefined ? '' : `## Earlier work\n${briefing}`,
        follows
          ? ''
          : whereToLook({
              plan,
              index: signpost.index,
              runId,
              phase: phase.planned,
              folder: signpost.folder,
              projectRules: signpost.projectRules ?? [],
              hasGit,
            }),
        attempts,
        interruption === undefined
          ? ''
          : describeInterruption(interruption, { base: phase.attempt.base, hasGit }),
        rules,
      ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** Names declared files that cannot be part of the work, unless the assignment is to change the rules. */
const describeIgnored = (ignored: Signpost['ignored'] = []): string =>
  ignored.length === 0
    ? ''
    : [
        'Git ignores these files of the assignment, so no commit can contain them. Change the rule only if the assignment says so:',
        ...ignored.slice(0, 20).map(({ path, rule }) => `- ${oneLine(path)} (${oneLine(rule)})`),
      ].join('\n')
