import type { PhaseDraft, PlanReading } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'
import { findDeclared } from '../field/find-declared.ts'
import { fieldsOf } from '../field/read-fields.ts'
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
  outline: Outline,
  phases: readonly PhaseDraft[],
): NonNullable<PlanReading['notes']> => {
  // Most documents declare nothing.
  if (!fieldsOf(outline).some(({ name }) => name === 'dependsOn')) return []
  const { owners, fields } = findDeclared(outline, phases)
  if (fields.length === 0) return []
  const notes: NonNullable<PlanReading['notes']> = []
  const declared = new Set(fields.map(({ owner }) => owner))
  for (const { owner, ids, line, value } of fields) {
    const text = plainText(value).slice(0, 400)
    if (listed.test(text) || isWide(text) || notes.length >= mostNotes) continue
    if (ids.length > 0)
      notes.push({ line, text: `read as a dependency of ${owner.id} on ${name(ids)}: "${shorten(text)}"` })
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

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
