import {
  type AcceptanceDraft,
  implyParts,
  type Phase,
  type Subtask,
  type SubtaskDraft,
} from '@amelia/core/plugin'
import { writeAcceptance } from '../acceptance/write-acceptance.ts'
import { asksForCommit } from '../section/is-commit.ts'
import { escapeText } from './escape-text.ts'
import { readOutline } from '../outline/read-outline.ts'
import { readSection, type Section, type SectionRequest } from '../section/read-section.ts'
import { readType } from '../section/read-type.ts'
import { writeFence, writeStep } from './write-fence.ts'

/** Options of {@link writeSection}. */
export interface SectionStyle {
  /** Level of the headings of phases. */
  phaseLevel: number
  /** Level of the headings of subtasks. */
  subtaskLevel: number
  /** Whether bodies are always written in fences. */
  fenced: boolean
  /** Reads a section of the format, if it has other rules than `readSection`. */
  read?(
    request: SectionRequest,
    section: Section,
  ): { subtasks: readonly SubtaskDraft[]; files: readonly string[] }
}

/**
 * Writes the text below a phase's heading, from which its subtasks can be read: its body if that contains
 * them, else its body with a list or headings of the subtasks.
 *
 * A body that would end its section, or change the phase, is put in a fence.
 */
export const writeSection = (phase: Phase, style: SectionStyle): string[] => {
  const { body, subtasks } = phase
  const inside = body === '' || style.fenced ? undefined : readAlone(body, phase, style)
  if (inside && sameWork(inside.subtasks, subtasks)) return [...filesLine(phase, inside.files), body]
  const lines = filesLine(phase, [
    ...new Set(subtasks.flatMap((subtask) => (isTold(subtask) ? [] : subtask.files))),
  ])
  let written: ReadonlySet<string> = new Set()
  if (body !== '') {
    const inert = inside?.subtasks.length === 0 && inside.fields === 0
    lines.push(...(inert ? [body] : writeFence('text', body)), '')
    if (inert) written = inside.acceptance
  }
  for (const check of phase.acceptance ?? [])
    if (!written.has(keyOf(check))) lines.push(...(writeAcceptance(check) ?? []), '')
  const untyped = impliedTypes(phase)
  const marks = '#'.repeat(style.subtaskLevel)
  // A box below a heading with a type has that type, too.
  let isBelowType: boolean = false
  for (const subtask of subtasks) {
    const implied = untyped.get(subtask.id)
    const isImplied = implied !== 'other' || (isBelowType && isTold(subtask))
    const isOther = subtask.type === 'other' && !isImplied
    // A title that asks for a commit is only work with a type.
    const isClear = isOther && !readType(subtask.title).type && !asksForCommit(subtask.title)
    const type: string = isClear ? '' : ` (${subtask.type})`
    const title = escapeText(subtask.title)
    if (isTold(subtask)) {
      lines.push(`- [${subtask.status === 'done' ? 'x' : ' '}] ${title}${type}`)
      if (body === '' && subtask.body !== '') {
        lines.push('', ...writeFence('text', subtask.body).map((line) => (line === '' ? '' : `  ${line}`)))
      }
      continue
    }
    isBelowType = type !== ''
    lines.push(...(lines.at(-1) === '' || lines.length === 0 ? [] : ['']), `${marks} ${title}${type}`, '')
    const written = [...new Set(subtask.steps.flatMap((step) => step.filePath ?? []))]
    if (written.join('\n') !== subtask.files.join('\n')) lines.push(writeFiles(subtask.files), '')
    for (const step of subtask.steps) lines.push(...(writeStep(step) ?? []), '')
  }
  while (lines.at(-1) === '') lines.pop()
  return lines
}

/** The types that the texts of the subtasks would imply if those of type `other` had none. */
const impliedTypes = ({ id, title, subtasks }: Phase): Map<string, string> => {
  const drafts = subtasks.map(
    ({ type, ...subtask }): SubtaskDraft => ({
      ...subtask,
      ...(type !== 'other' && { type }),
    }),
  )
  const [implied] = implyParts({ phases: [{ id, title, subtasks: drafts }] }).phases
  return new Map(implied?.subtasks?.map((subtask) => [subtask.id, subtask.type ?? 'other']))
}

/** Returns whether no fences can express a subtask: it has no steps, or one for people. */
const isTold = ({ steps }: Subtask): boolean => steps.length === 0 || steps.some((step) => !writeStep(step))

/** Writes the files of a phase, unless reading its section returns them anyway. */
const filesLine = ({ files }: Phase, derived: readonly string[]): string[] =>
  files.join('\n') === derived.join('\n') ? [] : [writeFiles(files), '']

/** Writes `**Files:** ...`, so that `readPaths` can read it. */
const writeFiles = (files: readonly string[]): string =>
  `**Files:** ${files.length === 0 ? '-' : files.map((path) => `\`${path}\``).join(', ')}`

interface Alone {
  subtasks: readonly SubtaskDraft[]
  files: readonly string[]
  fields: number
  /** Keys of the acceptance checks in the text. */
  acceptance: ReadonlySet<string>
}

/** Identifies an acceptance check by its command and outcome. */
const keyOf = ({ command, cwd, expectExitCode = 0, expectedOutputPattern }: AcceptanceDraft): string =>
  JSON.stringify([command, cwd, expectExitCode, expectedOutputPattern])

/** Reads a body as a section by itself; undefined if the section would not end with it. */
const readAlone = (body: string, { id, title }: Phase, style: SectionStyle): Alone | undefined => {
  const heading = `${'#'.repeat(style.phaseLevel)} -`
  const outline = readOutline(`${heading}\n\n${body}\n\n${heading}\n`)
  const end = outline.blocks.length - 1
  const last = outline.blocks[end]
  if (last?.kind !== 'heading' || last.depth > 0 || last.line !== outline.lines.length - 1) return undefined
  const ends = (at: number): boolean => {
    const block = outline.blocks[at]
    return block?.kind === 'heading' && block.depth === 0 && block.level <= style.phaseLevel
  }
  for (let at = 1; at < end; at++) if (ends(at)) return undefined
  const request = { outline, heading: 0, end, id, title }
  const section = readSection(request)
  const { subtasks, files } = style.read?.(request, section) ?? section
  const [read] = implyParts({ phases: [{ id, title, subtasks: [...subtasks] }] }).phases
  const acceptance = new Set(section.acceptance.map(keyOf))
  return { subtasks: read?.subtasks ?? [], files, fields: section.fields.size, acceptance }
}

const sameWork = (read: Alone['subtasks'], subtasks: readonly Subtask[]): boolean =>
  read.length === subtasks.length &&
  read.every((one, index) => {
    const other = subtasks[index]
    const steps = one.steps ?? []
    return (
      other !== undefined &&
      one.title === other.title &&
      (one.type ?? 'other') === other.type &&
      (one.status ?? 'pending') === other.status &&
      steps.length === other.steps.length &&
      steps.every((step, at) => {
        const same = other.steps[at]
        return (
          same !== undefined &&
          step.action === same.action &&
          step.command === same.command &&
          step.codeChange === same.codeChange &&
          step.filePath === same.filePath
        )
      })
    )
  })
