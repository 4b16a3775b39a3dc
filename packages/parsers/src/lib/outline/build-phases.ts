import { type PhaseDraft, type PlanIssue, readPhaseFields, readStatus } from '@amelia/core/plugin'
import {
  checkFields,
  createReferenceBudget,
  type Outline,
  plainText,
  readDependencies,
  readFields,
  readPaths,
  readSection,
} from '@amelia/markdown'
import { type Entry, lastLine, type Series } from './entry.ts'

/**
 * Builds a phase for each entry. Each depends on those that it declares, else on the one before it.
 *
 * An entry declares a dependency if its field names an id of the plan; other texts are prose.
 */
export const buildPhases = (outline: Outline, { entries }: Series, issues: PlanIssue[]): PhaseDraft[] => {
  const budget = createReferenceBudget()
  const positions = new Map<string, number>()
  for (const [index, { id }] of entries.entries()) if (!positions.has(id)) positions.set(id, index)
  const ids = entries.map(({ id }) => id)
  const phases = entries.map((entry, index): PhaseDraft => {
    const blocks = outline.blocks.slice(entry.at, entry.end)
    const fields = blocks[0]?.kind === 'table' ? [] : readFields(blocks)
    const declared = readDependencies(fields, { positions, ids, self: entry.id, budget }, issues)
    const before = ids[index - 1]
    const dependsOn = declared ?? (before === undefined ? [] : [before])
    const own = readPhaseFields((name) => plainText(fields.find((each) => each.name === name)?.value ?? ''))
    const stated = fields.find(({ label }) => label === 'status')
    if (blocks[0]?.kind === 'item') for (const issue of checkFields(entry.title, fields)) issues.push(issue)
    const contents = contentsOf(outline, entry, issues)
    const parts = contents.subtasks ?? []
    const isDone = parts.length > 0 && parts.every((part) => part.status === 'done')
    const status =
      entry.status ?? (stated && readStatus(plainText(stated.value))) ?? (isDone ? 'done' : undefined)
    return {
      ...contents,
      id: entry.id,
      title: entry.title,
      dependsOn,
      ...own,
      ...(status && { status }),
      line: entry.line,
    }
  })
  for (const issue of budget.issues()) issues.push(issue)
  return phases
}

const contentsOf = (
  outline: Outline,
  { id, title, at, end }: Entry,
  issues: PlanIssue[],
): Pick<PhaseDraft, 'body' | 'files' | 'subtasks' | 'acceptance'> => {
  const block = outline.blocks[at]
  if (block?.kind === 'heading') {
    const section = readSection({ outline, heading: at, end, id, title })
    for (const issue of section.issues) issues.push(issue)
    const { body, files, subtasks, acceptance } = section
    return { body, files, subtasks, ...(acceptance.length > 0 && { acceptance }) }
  }
  if (block?.kind === 'item' || block?.kind === 'paragraph') {
    const last = block.kind === 'item' ? block.endLine : lastLine(outline, end)
    const lines = outline.lines.slice(block.line, last)
    const files = readFields(outline.blocks.slice(at, end)).find(({ name }) => name === 'files')
    return { body: dedent(lines), files: files ? readPaths(files) : [] }
  }
  return { body: '' }
}

const dedent = (lines: readonly string[]): string => {
  let shared = Number.POSITIVE_INFINITY
  for (const line of lines) if (line.trim() !== '') shared = Math.min(shared, line.search(/\S/))
  return lines
    .map((line) => line.slice(shared).trimEnd())
    .join('\n')
    .trim()
}
