import type { Unit } from '../../contract/driver.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { stepCommands } from '../../policy/dispatch/plan-commands.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'
import { indentText } from '../../text/indent-text.ts'
import { oneLine } from '../../text/one-line.ts'
import { findHeader } from './find-header.ts'
import { cutTitle } from './cut-title.ts'
import { type MarkedBody, markParts } from './mark-parts.ts'
import { pointToPlan } from './point-to-plan.ts'

/** Most tokens of an assignment in the prompt. A longer one is read in the plan. */
const maxTokens = 400
/** Most characters of a plan's header in a prompt, where the plan is not in the tree. */
const maxHeader = 1_600
/** Most characters of an assignment that cannot be read elsewhere, after a prompt was too long. */
const maxShortened = 1_600

export interface AssignmentRequest {
  plan: Plan
  phase: FrozenPhase
  unit: Extract<Unit, { kind: 'phase' | 'subtask' }>
  /** The run's folder in the tree, if it contains this plan. */
  folder?: string
}

/**
 * Describes the assignment of a unit: the phase's body with its parts marked, and the parts and files that
 * the body does not contain.
 *
 * A part gets the body of its phase too: it contains the requirements that all parts share. A text of more
 * than 400 tokens becomes a pointer to the plan's lines, if the plan is in the tree.
 */
export const describeAssignment = (request: AssignmentRequest): string => {
  const { plan, phase, unit, folder } = request
  const { planned, effort } = phase
  const body = markParts(planned, plan.source, (subtask) => noteOf(request, subtask))
  const parts = listDue(request)
  const own = unit.kind === 'subtask' ? parts.find(({ id }) => id === unit.subtaskId) : undefined
  const listed = body.missing.filter((subtask) =>
    own === undefined ? parts.includes(subtask) : subtask === own,
  )
  const text = [
    own === undefined ? '' : describePart(phase, own),
    body.text,
    ...listed.map(subtaskText),
    describeFiles(planned.files, [body.text, ...listed.map(subtaskText)].join('\n')),
  ]
  const full = text.filter((part) => part !== '').join('\n\n') || oneLine(planned.title)
  const limit = effort.shortened ? maxTokens / 4 : maxTokens
  if (estimateTokens(full) <= limit) return withHeader(request, full)
  if (folder === undefined)
    return withHeader(
      request,
      effort.shortened && full.length > maxShortened ? `${full.slice(0, maxShortened)}\n… (shortened)` : full,
    )
  return pointToPlan({
    phase: planned,
    parts: own === undefined ? parts : [own],
    sentences: [
      describePlace(request, folder, body),
      ...(own === undefined ? [] : [describePart(phase, own)]),
    ],
    maxTokens,
  })
}

/** Lists the parts that the unit's session is to do. */
export const listDue = ({ phase, unit }: Pick<AssignmentRequest, 'phase' | 'unit'>): Subtask[] =>
  phase.planned.subtasks.filter((subtask) =>
    unit.kind === 'subtask'
      ? subtask.id === unit.subtaskId
      : isOpen(subtask) && phase.subtaskStatus.get(subtask.id) !== 'skipped',
  )

/** The note about a part in the body of its phase. */
const noteOf = (request: AssignmentRequest, subtask: Subtask): string | undefined => {
  const { phase, unit } = request
  if (unit.kind === 'subtask' && subtask.id === unit.subtaskId) return 'your part'
  const status = phase.subtaskStatus.get(subtask.id)
  if (status === 'skipped' || subtask.status === 'skipped' || subtask.status === 'cancelled')
    return 'skipped, leave it out'
  if (subtask.status === 'deferred') return 'deferred, leave it out'
  if (subtask.status === 'done' || (unit.kind === 'subtask' && status === 'completed')) return 'done'
  return unit.kind === 'subtask' ? 'not your part' : undefined
}

const describePart = ({ id }: FrozenPhase, part: Subtask): string =>
  `Your part of phase ${id} is ${part.id} [${part.type}] ${cutTitle(part.title)}. Other sessions do the other parts.`

const describePlace = ({ plan, phase }: AssignmentRequest, folder: string, body: MarkedBody): string => {
  const { id, title, line } = phase.planned
  const file = `\`${folder}/plan.md\``
  const lines = body.lines ?? (plan.source === '' ? undefined : linesOf(plan, line))
  const where =
    lines === undefined
      ? `the section of phase ${id} in ${file}`
      : `lines ${lines.start}-${lines.end} of ${file}`
  return `Before you start, read ${where} to the end: phase ${id} (${cutTitle(title)}). All of it is your assignment.`
}

/** From the first line of a phase to the line before the next phase or file. */
const linesOf = ({ phases, source, sources = [] }: Plan, start: number): { start: number; end: number } => {
  let end = source.trimEnd().split('\n').length
  for (const { line } of [...phases, ...sources]) if (line > start && line - 1 < end) end = line - 1
  return { start, end }
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
  const expected = step.expectExitCode === 'fail' && commands.length > 0 ? ['    It must fail.'] : []
  return [
    `- ${step.id} (${step.action}): ${oneLine(step.description)}`,
    ...file,
    ...change,
    ...commands,
    ...expected,
  ].join('\n')
}

/** Names the declared files, unless the text above names all of them. */
const describeFiles = (files: readonly string[], text: string): string => {
  if (files.every((file) => text.includes(file))) return ''
  const left = files.length - 12
  return `Files to write: ${files.slice(0, 12).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/** Adds the plan's header where the agent cannot read it. */
const withHeader = ({ plan, folder, phase }: AssignmentRequest, text: string): string => {
  const header = folder === undefined && !phase.effort.shortened ? findHeader(plan) : undefined
  if (header === undefined || header.text === '') return text
  const shown =
    header.text.length > maxHeader ? `${header.text.slice(0, maxHeader)}… (shortened)` : header.text
  return `${text}\n\nThe header of the plan, which is binding:\n${indentText(shown)}`
}
