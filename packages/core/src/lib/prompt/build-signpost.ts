import type { FrozenPhase } from '../machine/state/frozen-state.ts'
import type { Unit } from '../contract/driver.ts'
import { refNames } from '../machine/state/ref-names.ts'
import type { Plan, Step, Subtask } from '../plan/plan-schema.ts'
import { boundOutput } from '../text/bound-output.ts'
import { isOpen } from '../policy/dispatch/is-open.ts'
import { stepCommands } from '../policy/dispatch/plan-commands.ts'
import { oneLine } from '../text/one-line.ts'
import { type ReportMode, reportRules } from './report-rules.ts'

/** Dependencies that are named one by one. */
const maxDependencies = 6

/** An assignment with more characters, about 400 tokens, is read in the plan instead. */
const maxAssignment = 1_600

const framings = [
  'The last attempt failed. Choose another way this time.',
  'Read the errors below before you change anything, and say to yourself what caused them.',
  'What was tried did not work. Look for an assumption that is wrong.',
]

export interface Signpost {
  plan: Plan
  runId: string
  phase: FrozenPhase
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>
  /** The run's folder in the tree (`docs/amelia/...`), where the plan and summaries are. Absent when they are not committed. */
  folder?: string
  /** The session knows its assignment from the last attempt: it is told what went wrong, and no more. */
  continued?: boolean
  /** How the agent reports what it did. Absent: in its own words. */
  reports?: ReportMode
}

/**
 * The prompt of a developer's session: what to do, where to look, the rules (seed: phased-execution, Context Engineering).
 *
 * Without the assignment its size does not depend on the plan; a long assignment is named by the lines of the plan that hold it. A
 * later attempt gets every error so far in full, the reference of the failed attempt, and another framing.
 */
export const buildSignpost = (signpost: Signpost): string => {
  const { plan, runId, phase, unit, continued = false, reports } = signpost
  const { id, title } = phase.planned
  const names = refNames(runId)
  const retry = retrySection(phase, names.attempt(id, phase.attempt.number - 1), continued)
  if (continued) {
    const what = unit.kind === 'phase' ? `phase ${id}` : `subtask ${unit.subtaskId}`
    return `${[`Go on with ${what}: what you left is still here, and it is not accepted yet.`, retry, rules(phase, reports)].join('\n\n')}\n`
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
      : [`- The plan: \`${folder}/plan.md\`. What an earlier phase did: \`${folder}/phase-<id>/summary.md\`.`]
  return [
    '## Where to look',
    ...files,
    '- `git log --oneline -10` shows what earlier phases left; this working tree holds all of it.',
    `- \`git show ${names.phase('<id>')}\` shows the whole change of an earlier phase.`,
    ...builds,
  ].join('\n')
}

const rules = ({ planned, effort: { shortened } }: FrozenPhase, reports: ReportMode | undefined): string =>
  [
    '## Rules',
    '- Work in this folder only, and do the assignment, no more.',
    '- Take its parts in the order in which they stand. Tests come before what they test, and are not changed to fit it.',
    ...(shortened
      ? [
          '- An earlier session ran out of room. Read only what you need, in pieces, and keep command output short.',
        ]
      : []),
    ...(planned.files.length === 0
      ? []
      : [
          `- Files that this phase is to write: ${planned.files.slice(0, 12).join(', ')}${planned.files.length > 12 ? ', ...' : ''}`,
        ]),
    '- Do not commit, switch branches or edit anything below `.git`: your changes are committed for you.',
    '- Your work is verified by commands that you do not control. If something cannot be done, stop and say why.',
    ...reportRules(reports),
  ].join('\n')

/** What to do: in full, or the lines of the plan where it is too long or the prompt has to be short. */
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
  // Nobody could look it up: it is given whole, but for a prompt that was too long already.
  return phase.effort.shortened ? `${full.slice(0, maxAssignment)}\n... (shortened)` : full
}

const pointer = (plan: Plan, { planned }: FrozenPhase, unit: Signpost['unit'], folder: string): string => {
  const what = unit.kind === 'phase' ? `phase ${planned.id}` : `subtask ${unit.subtaskId}`
  const part = unit.kind === 'phase' ? planned : planned.subtasks.find(({ id }) => id === unit.subtaskId)
  const line = plan.source === '' ? '' : `, from line ${part?.line ?? planned.line} on`
  return `Read ${what} in \`${folder}/plan.md\`${line}, whole, and do all that it says.`
}

const subtaskText = ({ id, title, type, body, steps }: Subtask): string =>
  [`### ${id} [${type}] ${oneLine(title)}`, body.trim(), ...steps.map(stepText)]
    .filter((part) => part !== '')
    .join('\n')

/** A structured step, for an agent that is to carry it out. */
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

/** Every error so far; a session that heard the others before is told of the last one. */
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
      // Indented, so that a heading in an output is none of ours.
      .replaceAll('\n', '\n    '),
  )
  return [
    `## Attempt ${attempt}`,
    framings[(failures.length - 1) % framings.length],
    `The failed attempt is kept: \`git show ${lastAttempt}\`.`,
    ...errors,
  ].join('\n')
}
