import type { PhaseDraft, PlanReading } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'
import { plainText } from '../plain-text.ts'
import { readFields } from '../read-fields.ts'
import { createReferenceBudget } from '../reference/reference-budget.ts'
import { readDependencies } from '../reference/read-dependencies.ts'
import { isWide } from '../words/fold-width.ts'

const listed =
  /^(?:[\s,;:&+/.()[\]#"'–—-]|\band\b|\bnone\b|\bnothing\b|\ball\b|\bothers?\b|\bprevious\b|\b(?:phase|task|step|stage|milestone|story|stories|wave|sprint|session|unit)s?\b|\b[\w.]*\d\w*\b)*$/i
const mostNotes = 50
const mostNamed = 10

/**
 * Notes the dependencies that were read from sentences, and in a plan where some phases declare dependencies,
 * what the others wait for.
 */
export const noteDependencies = (
  { blocks }: Outline,
  phases: readonly PhaseDraft[],
): NonNullable<PlanReading['notes']> => {
  const fields = readFields(blocks).filter(({ name }) => name === 'dependsOn')
  if (fields.length === 0) return []
  const lines = new Set(
    blocks.flatMap(({ kind, line }) => (kind === 'heading' || kind === 'item' ? [line] : [])),
  )
  const owners = phases
    .filter(({ line = 0 }) => lines.has(line))
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
  const notes: NonNullable<PlanReading['notes']> = []
  const declared = new Set<PhaseDraft>()
  const ids = phases.map(({ id }) => id)
  const positions = new Map(ids.map((id, index) => [id, index]))
  const budget = createReferenceBudget()
  let at = -1
  for (const field of fields) {
    const { value, line } = field
    while ((owners[at + 1]?.line ?? Infinity) <= line) at++
    const owner = owners[at]
    if (!owner) continue
    const read = readDependencies([field], { positions, ids, self: owner.id, budget }, [])
    if (read === undefined) continue
    declared.add(owner)
    const text = plainText(value).slice(0, 400)
    if (listed.test(text) || isWide(text) || notes.length >= mostNotes) continue
    if (read.length > 0)
      notes.push({ line, text: `read as a dependency of ${owner.id} on ${name(read)}: "${shorten(text)}"` })
  }
  const silent = owners.filter(
    (phase) => !declared.has(phase) && phase.status !== 'done' && (phase.dependsOn ?? []).length > 0,
  )
  if (declared.size > 0 && silent.length > 0) {
    const named = silent
      .slice(0, mostNamed)
      .map(({ id, dependsOn = [] }) => `${id} waits for ${name(dependsOn)}`)
    const more = silent.length > mostNamed ? ` and ${silent.length - mostNamed} more` : ''
    const text = `no dependencies declared: ${named.join('; ')}${more} (the order of the text); "**Depends on:** None" lets a phase start at once`
    notes.push({ line: silent[0]?.line ?? 1, text })
  }
  return notes
}

const name = (ids: readonly string[]): string => ids.slice(0, mostNamed).join(', ')

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text)
