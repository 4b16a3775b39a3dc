import type { Phase, PlanCheck } from '@amelia/core'
import { findDeclared, readOutline } from '@amelia/markdown'

/** The dependencies that a phase could declare instead of waiting for the phase before it. */
export interface OrderSuggestion {
  phase: string
  /** Line of the phase. */
  line: number
  dependsOn: string[]
  /** The text to add to the phase. */
  add: string
}

const formats = new Set(['task-heading', 'checklist', 'outline', 'phase-table', 'prp'])
/** Work for which other work usually waits, or which waits for all other work. */
const isStep =
  /\b(?:set-?up|foundations?|foundational|scaffold|bootstrap|polish|integration|final|release)\b/i
const isMarked = /[[(]P[\])]|depends? on|blocked by/i

/**
 * Suggests dependencies for phases that are in sequence only because of the order of the document: they
 * declare nothing, and share no file with the phases before them. Together, the suggestions keep the order of
 * phases that share a file, and of phases whose files are unknown.
 */
export const suggestOrder = ({ plan, graph, format, reading }: PlanCheck): OrderSuggestion[] => {
  if (plan === undefined || graph === undefined || !formats.has(format)) return []
  // Sentences about the order of stories count more than the files.
  if (reading?.notes?.some(({ text }) => text.startsWith('read as the order of a story'))) return []
  const outline = readOutline(plan.source)
  const { owners, fields } = findDeclared(outline, plan.phases)
  const declared = new Set(fields.map(({ owner }) => owner.id))
  const inText = new Set(owners.map(({ id }) => id))
  const items = new Set(outline.blocks.flatMap(({ kind, line }) => (kind === 'item' ? [line] : [])))
  const isOrdered = ({ id, line, dependsOn }: Phase, before: Phase | undefined): boolean =>
    before !== undefined &&
    inText.has(id) &&
    !declared.has(id) &&
    dependsOn.length === 1 &&
    dependsOn[0] === before.id &&
    !isMarked.test(outline.lines[line - 1] ?? '')

  const found: OrderSuggestion[] = []
  let base: readonly string[] = []
  /** The phases since `base` that no other waits for, and the last one that changes each file. */
  let ends = new Set<string>()
  let users = new Map<string, string>()
  plan.phases.forEach((phase, index) => {
    const before = plan.phases[index - 1]
    const { id, files, line, status } = phase
    const isFree = files.length > 0 && !isStep.test(phase.title)
    if (!isOrdered(phase, before)) {
      base = isFree ? phase.dependsOn : [id]
      ends = new Set()
      users = new Map()
    } else {
      const shared = isFree ? files.flatMap((file) => users.get(file) ?? []) : [...ends]
      const dependsOn = [...new Set(shared.length > 0 ? shared : base)]
      for (const each of dependsOn) ends.delete(each)
      const isSame = dependsOn.length === 1 && dependsOn[0] === before?.id
      if (!isSame && (status === 'pending' || status === 'in_progress')) {
        const inBox = format === 'checklist' && items.has(line)
        const list = dependsOn.join(', ')
        const add = inBox
          ? `(depends on${list === '' ? ': none' : ` ${list}`})`
          : `**Depends on:** ${list || 'None'}`
        found.push({ phase: id, line, dependsOn, add })
      }
      if (!isFree) {
        base = [id]
        ends = new Set()
        users = new Map()
      }
    }
    if (!isFree) return
    ends.add(id)
    for (const file of files) users.set(file, id)
  })
  return found
}
