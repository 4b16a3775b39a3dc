import { normalizePhaseId, type PhaseDraft, type PlanReading } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'
import { findDeclared } from '../field/find-declared.ts'
import { createReferenceBudget } from '../field/reference-budget.ts'
import { readReferences } from '../field/read-references.ts'

/** The phases in the order that a section states, with a note about it. */
export interface OrderedPhases {
  /** In the order of the text. */
  phases: PhaseDraft[]
  /** One note about the section if it decided, otherwise none. */
  notes: NonNullable<PlanReading['notes']>
}

const section =
  /^(?:\d{1,3}[.)] )?(?:(?:suggested|recommended|parallel) )?(?:(?:execution|implementation|phase|task) (?:order|waves?)|waves|wave (?:plan|structure))$/i
const wave = /^(?:wave|batch|group|round)\s#?\d{1,4}\b/i
const start = /^(?:(?:wave|batch|group|round|step)\s#?\d{1,4}\b)?[^:\d]{0,40}:\s*/i
/** Only ids, with units and separators. */
const onlyIds = /^(?:[\s,;&+/.[\]–-]|\band\b|\b(?:phase|task)s?\b|\b[a-z]{0,4}-?\d[\w.]*\b)*$/i
const arrow = /\s*(?:→|⟶|->|=>)\s*/
/** Words beside the ids: `2 and 3 in parallel`. */
const together =
  /\(?\b(?:can )?(?:run )?(?:in parallel|concurrently|simultaneously|together|at the same time)\b\)?/gi
const longest = 2000

/**
 * Orders phases by a section `Execution order` or `Waves`, whose lines are `Wave 1: 1, 2` or `1 → 2 → 3`: the
 * phases of a wave wait for all phases of the wave before it.
 *
 * Does nothing unless the section is unambiguous: the phases declare nothing, follow each other, and are each
 * named exactly once; the lines consist of ids; and a line with several of them is a wave or says parallel.
 */
export const orderByWaves = (outline: Outline, phases: readonly PhaseDraft[]): OrderedPhases => {
  const none = { phases: [...phases], notes: [] }
  const isChain = phases.every(({ dependsOn = [] }, at) => {
    const before = phases[at - 1]
    return before ? dependsOn.length === 1 && dependsOn[0] === before.id : dependsOn.length === 0
  })
  if (phases.length < 3 || !isChain) return none
  const found = findSection(outline)
  if (!found || findDeclared(outline, phases).fields.length > 0) return none
  const ids = phases.map(({ id }) => normalizePhaseId(id))
  const positions = new Map(ids.map((id, at) => [id, at]))
  const scope = { positions, ids, self: '', budget: createReferenceBudget() }
  const waves: number[][] = []
  for (const text of found.lines) {
    const rest = text
      .replace(start, '')
      .replace(together, '')
      .replace(/\([^()]{0,200}\)/g, '')
    const isWave = wave.test(text) || text.search(together) >= 0 || /\bparallel\b/i.test(text)
    for (const part of rest.split(arrow)) {
      const named = readReferences(part.replace(/^\[|\]$/g, ''), scope).map((id) => positions.get(id))
      const isList = isWave || /^\[.*\]$/.test(part)
      if (!onlyIds.test(part) || named.length === 0 || (named.length > 1 && !isList)) return none
      waves.push(named.flatMap((at) => at ?? []))
      if (named.includes(undefined)) return none
    }
  }
  const all = waves.flat()
  if (all.length !== phases.length || new Set(all).size !== all.length || waves.length < 2) return none
  const before = new Map(
    waves.flatMap((each, at) => each.map((phase) => [phase, waves[at - 1] ?? []] as const)),
  )
  return {
    phases: phases.map((phase, at) => ({
      ...phase,
      dependsOn: (before.get(at) ?? []).flatMap((each) => phases[each]?.id ?? []),
    })),
    notes: [{ line: found.line, text: `read as the order of the phases: the section "${found.title}"` }],
  }
}

/** Returns whether a heading is about the order of the phases: `Execution Order`, `Waves`. */
export const isOrderTitle = (title: string): boolean => section.test(title)

interface OrderSection {
  title: string
  line: number
  level: number
  lines: string[]
}

/** Finds the only section about the order, with its lines; a sub-heading `Wave 1` is one with its items. */
const findSection = ({ blocks }: Outline): OrderSection | undefined => {
  const sections: OrderSection[] = []
  let open: OrderSection | undefined
  let isGroup = false
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 0) {
      const title = plainText(block.text)
      isGroup = open !== undefined && block.level > open.level
      if (isGroup) open?.lines.push(wave.test(title) ? `${wave.exec(title)?.[0] ?? ''}: ` : title)
      else if (isOrderTitle(title)) {
        open = { title, line: block.line, level: block.level, lines: [] }
        sections.push(open)
      } else open = undefined
    } else if (open && (block.kind === 'item' || block.kind === 'paragraph')) {
      for (const written of block.text.split('\n')) {
        const line = plainText(written.slice(0, longest))
        if (isGroup) open.lines.push(`${open.lines.pop() ?? ''}${line.split(/:\s| [–—-] /, 1)[0] ?? ''}, `)
        else open.lines.push(line)
      }
    }
  }
  const [only] = sections
  return sections.length === 1 ? only : undefined
}
