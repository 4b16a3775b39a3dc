import type { Unit } from '../contract/driver.ts'
import { refNames } from '../machine/ref-names.ts'
import type { PhaseState } from '../machine/run-state.ts'
import type { Plan, Subtask } from '../plan/plan-schema.ts'
import { isOpen } from '../policy/is-open.ts'
import { stripAnsi } from '../policy/strip-ansi.ts'

/** What the plan's goal and a phase's title may take, in characters. */
const maxLine = 200

/** Dependencies that are named one by one. */
const maxDependencies = 8

const framings = [
  'The last attempt failed. Choose another way this time.',
  'Read the errors below before you change anything, and say to yourself what caused them.',
  'What was tried did not work. Look for an assumption that is wrong.',
]

export interface Signpost {
  plan: Plan
  runId: string
  phase: PhaseState
  unit: Unit
}

/**
 * The prompt of a developer's session: what to do, where to look, the rules.
 *
 * Without the assignment its size does not depend on the plan. A later attempt gets every error so far in full, the reference of
 * the failed attempt, and another framing (seed: phased-execution, Context Engineering).
 */
export const buildSignpost = ({ plan, runId, phase, unit }: Signpost): string => {
  const { id, title, dependsOn } = phase.phase
  const names = refNames(runId)
  const more = dependsOn.length - maxDependencies
  const sections = [
    `You are working on phase ${id} (${oneLine(title)}) of a development plan: ${oneLine(plan.goal || plan.title)}`,
    `## Assignment\n${assignment(phase, unit)}`,
    [
      '## Where to look',
      '- `git log --oneline -10` shows what earlier phases left; this working tree holds all of it.',
      `- \`git show ${names.phase('<id>')}\` shows the whole change of an earlier phase.`,
      ...dependsOn
        .slice(0, maxDependencies)
        .map(
          (dependency) =>
            `- This phase builds on phase ${dependency}: \`git show ${names.phase(dependency)}\`.`,
        ),
      ...(more > 0 ? [`- It builds on ${more} more: \`git for-each-ref ${names.phase('')}\`.`] : []),
    ].join('\n'),
    retrySection(phase, names.attempt(id, phase.attempt - 1)),
    [
      '## Rules',
      '- Work in this folder only, and do the assignment, no more.',
      '- Take its parts in the order in which they stand. Tests come before what they test.',
      '- Do not commit, switch branches or edit anything below `.git`: your changes are committed for you.',
      '- Your work is verified by commands that you do not control. If something cannot be done, stop and say why.',
    ].join('\n'),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** A line of the plan inside one of ours: it begins no line of its own. */
const oneLine = (text: string): string => {
  const line = stripAnsi(text).split(/\s+/).join(' ').trim()
  return line.length > maxLine ? `${line.slice(0, maxLine)} ...` : line
}

const assignment = ({ phase }: PhaseState, unit: Unit): string => {
  const open = phase.subtasks.filter(isOpen)
  const subtasks = unit.kind === 'phase' ? open : open.filter(({ id }) => id === unit.subtaskId)
  const text = [unit.kind === 'phase' ? phase.body.trim() : '', ...subtasks.map(subtaskText)]
    .filter((part) => part !== '')
    .join('\n\n')
  return text || oneLine(phase.title)
}

const subtaskText = ({ id, title, type, body }: Subtask): string =>
  `### ${id} [${type}] ${title}\n${body.trim()}`.trim()

const retrySection = ({ failures, attempt }: PhaseState, lastAttempt: string): string => {
  if (failures.length === 0) return ''
  const errors = failures.map(({ message, command, output }, index) =>
    [`${index + 1}. ${message}`, ...(command ? [`ran: ${command}`] : []), ...(output ? [output] : [])]
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
