import type { FrozenPhase } from '../machine/state/frozen-run.ts'
import type { Unit } from '../contract/driver.ts'
import { refNames } from '../machine/state/ref-names.ts'
import type { Plan, Step, Subtask } from '../plan/plan-schema.ts'
import { boundOutput } from '../text/bound-output.ts'
import { isOpen } from '../policy/dispatch/is-open.ts'
import { stepCommands } from '../policy/dispatch/plan-commands.ts'
import { oneLine } from '../text/one-line.ts'
import { type ReportMode, reportRules } from './report-rules.ts'

/** Most dependencies that are listed one by one. */
const maxDependencies = 6

/** Most characters of an assignment in the prompt, about 400 tokens. A longer one is read in the plan. */
const maxAssignment = 1_600

const framings = [
  'The last attempt failed. Choose a different approach this time.',
  'Read the errors below before you change anything, and work out what caused them.',
  'The previous approaches did not work. Look for a wrong assumption.',
]

export interface Signpost {
  plan: Plan
  runId: string
  phase: FrozenPhase
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>
  /**
   * The run's folder in the tree (`docs/amelia/...`), with the plan and summaries. Absent if they are not
   * committed.
   */
  folder?: string
  /** The session knows its assignment from the last attempt: the prompt contains only what went wrong. */
  continued?: boolean
  /** The form of the agent's final report. Absent: free text. */
  reports?: ReportMode
}

/**
 * Builds the prompt of a developer's session: the assignment, where to look, and the rules
 * (seed: phased-execution, Context Engineering).
 *
 * Its size does not depend on the plan: a long assignment is replaced by a pointer to its lines in the plan.
 * A later attempt gets every earlier error in full, the reference of the failed attempt, and another framing.
 */
export const buildSignpost = (signpost: Signpost): string => {
  const { plan, runId, phase, unit, continued = false, reports } = signpost
  const { id, title } = phase.planned
  const names = refNames(runId)
  const retry = retrySection(phase, names.attempt(id, phase.attempt.number - 1), continued)
  if (continued) {
    const what = unit.kind === 'phase' ? `phase ${id}` : `subtask ${unit.subtaskId}`
    return `${[`Continue with ${what}: your work is still here, but it has not been accepted yet.`, retry, rules(phase, reports)].join('\n\n')}\n`
  }
  const sections = [
    `You are working on phase ${id} (${oneLine(title)}) of a development plan: ${oneLine(plan.goal || plan.title)}`,
    `## Assignment\n${assignmentOf(signpost)}`,
    whereToLook(signpost),
    retry,
    rules(phase, reports),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const whereToLook = ({ runId, phase, folder }: Signpost): string => {
  const { dependsOn } = phase.planned
  const names = refNames(runId)
  const more = dependsOn.length - maxDependencies
  const named = dependsOn.slice(0, maxDependencies).join(', ')
  const builds =
    dependsOn.length === 0
      ? []
      : [`- This phase builds on phase ${named}${more > 0 ? ` and ${more} more` : ''}.`]
  const files =
    folder === undefined
      ? []
      : [
          `- The plan: \`${folder}/plan.md\`. Summary of an earlier phase: \`${folder}/phase-<id>/summary.md\`.`,
        ]
  return [
    '## Where to look',
    ...files,
    '- `git log --oneline -10` shows the work of earlier phases; this working tree contains all of it.',
    `- \`git show ${names.phase('<id>')}\` shows the full change of an earlier phase.`,
    ...builds,
  ].join('\n')
}

const rules = ({ planned, effort: { shortened } }: FrozenPhase, reports: ReportMode | undefined): string =>
  [
    '## Rules',
    '- Work only in this folder. Do the assignment and nothing else.',
    '- Do its parts in the given order. Write tests before the code that they test, and do not change them to fit the code.',
    ...(shortened
      ? [
          '- An earlier session exceeded its context window. Read only what you need, in pieces, and keep command output short.',
        ]
      : []),
    ...(planned.files.length === 0
      ? []
      : [
          `- Files for this phase to write: ${planned.files.slice(0, 12).join(', ')}${planned.files.length > 12 ? ', ...' : ''}`,
        ]),
    '- Do not commit, switch branches or edit anything below `.git`: Amelia commits your changes.',
    '- Commands that you do not control verify your work. If something cannot be done, stop and explain why.',
    ...reportRules(reports),
  ].join('\n')

/**
 * Returns the assignment in full, or a pointer to the plan if it is too long or the prompt has to be short.
 */
const assignmentOf = ({ plan, phase, unit, folder }: Signpost): string => {
  const open = phase.planned.subtasks.filter(
    (subtask) => isOpen(subtask) && phase.subtaskStatus.get(subtask.id) !== 'skipped',
  )
  const subtasks = unit.kind === 'phase' ? open : open.filter(({ id }) => id === unit.subtaskId)
  const text = [unit.kind === 'phase' ? phase.planned.body.trim() : '', ...subtasks.map(subtaskText)]
    .filter((part) => part !== '')
    .join('\n\n')
  const full = text || oneLine(phase.planned.title)
  if (full.length <= (phase.effort.shortened ? maxAssignment / 4 : maxAssignment)) return full
  const list = subtasks.slice(0, 20).map(({ id, type, title }) => `- ${id} [${type}] ${oneLine(title)}`)
  const left = subtasks.length > 20 ? [`- and ${subtasks.length - 20} more`] : []
  if (folder !== undefined) return [pointer(plan, phase, unit, folder), ...list, ...left].join('\n')
  // Without a plan in the tree the agent cannot look it up, so it is shortened only if the prompt was too
  // long before.
  return phase.effort.shortened ? `${full.slice(0, maxAssignment)}\n... (shortened)` : full
}

const pointer = (plan: Plan, { planned }: FrozenPhase, unit: Signpost['unit'], folder: string): string => {
  const what = unit.kind === 'phase' ? `phase ${planned.id}` : `subtask ${unit.subtaskId}`
  const part = unit.kind === 'phase' ? planned : planned.subtasks.find(({ id }) => id === unit.subtaskId)
  const line = plan.source === '' ? '' : `, from line ${part?.line ?? planned.line} on`
  return `Read ${what} in \`${folder}/plan.md\`${line} to its end, and do everything that it describes.`
}

const subtaskText = ({ id, title, type, body, steps }: Subtask): string =>
  [`### ${id} [${type}] ${oneLine(title)}`, body.trim(), ...steps.map(stepText)]
    .filter((part) => part !== '')
    .join('\n')

/** Describes a structured step for an agent that executes it. */
const stepText = (step: Step): string => {
  const commands = stepCommands(step).map((command) => `    ${command.replaceAll('\n', '\n    ')}`)
  const file = step.filePath === undefined ? [] : [`    file: ${step.filePath}`]
  const change =
    step.codeChange === undefined ? [] : [`    ${step.codeChange.trimEnd().replaceAll('\n', '\n    ')}`]
  return [
    `- ${step.id} (${step.action}): ${oneLine(step.description)}`,
    ...file,
    ...change,
    ...commands,
  ].join('\n')
}

/** Lists every error so far, or only the last one for a session that already knows the others. */
const retrySection = (
  { failures, attempt: { number: attempt } }: FrozenPhase,
  lastAttempt: string,
  continued: boolean,
): string => {
  if (failures.length === 0) return ''
  const errors = (continued ? failures.slice(-1) : failures).map(({ message, command, output }, index) =>
    [
      `${index + 1}. ${boundOutput(message)}`,
      ...(command ? [`ran: ${command}`] : []),
      ...(output ? [boundOutput(output)] : []),
    ]
      .join('\n')
      // Indented, so that a heading in an output is not a heading of the prompt.
      .replaceAll('\n', '\n    '),
  )
  return [
    `## Attempt ${attempt}`,
    framings[(failures.length - 1) % framings.length],
    `The failed attempt is kept: \`git show ${lastAttempt}\`.`,
    ...errors,
  ].join('\n')
}
