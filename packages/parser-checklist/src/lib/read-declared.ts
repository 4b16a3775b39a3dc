import { normalizePhaseId, type PlanIssue } from '@amelia/core/plugin'
import {
  type Block,
  foldWidth,
  plainText,
  readFields,
  readDependencies,
  readReferences,
  type ReferenceBudget,
  type ReferenceScope,
} from '@amelia/markdown'

/** The dependencies that tasks and phases declare. */
export interface Declared {
  /** The ids in a field `Depends on`; undefined without such a field, or if it is prose. */
  fromBlocks(self: string, blocks: readonly Block[]): string[] | undefined
  /** The ids in parentheses in a title, such as `(depends on T012)`; undefined if it declares nothing. */
  fromTitle(self: string, title: string): string[] | undefined
}

const inTitle = /[([](?:depends on|blocked by|依赖于?|依賴|依存|의존)[: ]{0,3}([^)\]]{1,300})[)\]]/gi
const mayDepend = /depends on|blocked by|依赖|依賴|依存|의존/i
const looksLikeId = /^(?:t|task)?\d{1,6}(?:\.\d{1,4}){0,5}[a-z]?$/

/**
 * Reads declared dependencies on ids, which are asked for once. Unknown ids are returned in normalized form.
 */
export const readDeclared = (
  written: () => readonly string[],
  budget: ReferenceBudget,
  issues: PlanIssue[],
): Declared => {
  let known: { names: readonly string[]; scope: Omit<ReferenceScope, 'self'> } | undefined
  /** Most checklists declare nothing. */
  const know = () => {
    if (known !== undefined) return known
    const names = written()
    const ids = names.map(normalizePhaseId)
    const positions = new Map<string, number>()
    ids.forEach((id, index) => {
      if (!positions.has(id)) positions.set(id, index)
    })
    return (known = { names, scope: { positions, ids, budget } })
  }
  const scopeOf = (self: string): ReferenceScope => ({ ...know().scope, self: normalizePhaseId(self) })
  const spell = (found: readonly string[]): string[] => {
    const { names, scope } = know()
    return found.flatMap((id) => {
      const position = scope.positions.get(id)
      if (position !== undefined) return [names[position] ?? id]
      return looksLikeId.test(id) ? [id] : []
    })
  }
  return {
    fromBlocks: (self, blocks) => {
      if (blocks.length === 0) return undefined
      const found = readDependencies(readFields(blocks), scopeOf(self), issues)
      return found && spell(found)
    },
    fromTitle: (self, title) => {
      if (!mayDepend.test(title)) return undefined
      const texts = [...foldWidth(plainText(title)).matchAll(inTitle)].map((match) => match[1] ?? '')
      if (texts.length === 0) return undefined
      const found = readReferences(texts.join(', '), scopeOf(self))
      const ids = spell(found)
      return ids.length > 0 || found.length === 0 ? ids : undefined
    },
  }
}
