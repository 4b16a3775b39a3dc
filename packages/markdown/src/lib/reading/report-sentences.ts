import type { PhaseDraft, PlanIssue, PlanReading } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'

const sentence =
  /^[*_\s]{0,4}(?:(?:this|it) )?(?:is |are )?(?:depends? (?:up)?on|requires|needs|follows|blocked (?:by|until)|builds (?:up)?on|waits? (?:for|until)|(?:(?:can ?not|can only|must not) )?(?:start|begin)s? (?:after|once|when|before|until)|after|once) (?:the )?(?:phase|task|step|milestone|stage|sprint|session|wave|story)s? #?\d/i
const number = /(?<![\p{L}\p{N}.-])\d{1,6}(?:\.\d{1,4}){0,5}[a-z]?(?![\p{L}\p{N}])/giu
/** More sentences are not compared, so that reading takes linear time. */
const mostCompared = 50

/**
 * Warns about sentences such as `Requires phase 1.`, which declare nothing without a colon, if their phase
 * does not wait for the named one anyway. Returns the others as notes.
 */
export const reportSentences = (
  { blocks }: Outline,
  phases: readonly PhaseDraft[],
): { issues: PlanIssue[]; notes: NonNullable<PlanReading['notes']> } => {
  const notes: NonNullable<PlanReading['notes']> = []
  const byId = new Map(phases.map((phase) => [phase.id, phase]))
  const byLine = new Map(phases.map((phase) => [phase.line, phase]))
  const issues: PlanIssue[] = []
  let owner: PhaseDraft | undefined
  let compared = 0
  for (const block of blocks) {
    if (block.kind === 'heading' || block.kind === 'item') owner = byLine.get(block.line) ?? owner
    if (!owner || (block.kind !== 'paragraph' && block.kind !== 'item')) continue
    if (!/\d/.test(block.text)) continue
    for (const [index, line] of block.text.split('\n').entries()) {
      if (!sentence.test(line) || ++compared > mostCompared) continue
      const [before = ''] = line.slice(0, 200).split(/[.;:]\s|[.;:]$/, 1)
      const named = (before.match(number) ?? []).map((id) => id.toLowerCase())
      const earlier = findEarlier(owner, byId)
      const missing = named.filter((id) => byId.has(id) && id !== owner?.id && !earlier.has(id))
      if (missing.length === 0) {
        const text = `not read as a dependency: "${line.trim().slice(0, 60)}"`
        if (!named.every((id) => owner?.dependsOn?.includes(id)))
          notes.push({ line: block.line + index, text })
        continue
      }
      const message = `"${line.trim().slice(0, 60)}" declares nothing, so phase ${owner.id} does not wait for ${missing.join(' and ')}. Write "**Depends on:** ...", with a colon.`
      const place = { line: block.line + index, column: index === 0 ? block.column : 1 }
      issues.push({ severity: 'warning', code: 'CONTENT_SKIPPED', message, ...place })
    }
  }
  return { issues, notes }
}

/** Returns the phases that a phase waits for, directly or through others. */
const findEarlier = (phase: PhaseDraft, byId: ReadonlyMap<string, PhaseDraft>): Set<string> => {
  const earlier = new Set<string>()
  const open = [...(phase.dependsOn ?? [])]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (earlier.has(id)) continue
    earlier.add(id)
    open.push(...(byId.get(id)?.dependsOn ?? []))
  }
  return earlier
}
