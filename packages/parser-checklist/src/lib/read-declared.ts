import { normalizePhaseId } from '@amelia/core/plugin'
import {
  type Block,
  type Field,
  plainText,
  readFields,
  readReferences,
  type ReferenceBudget,
} from '@amelia/markdown'

/** The dependencies that tasks and phases declare. */
export interface Declared {
  /** The ids in a field `Depends on`; undefined without such a field. */
  fromBlocks(self: string, blocks: readonly Block[]): string[] | undefined
  /** The ids in parentheses in a title: `(depends on T012, T013)`. */
  fromTitle(self: string, title: string): string[]
}

const inTitle = /[([](?:depends on|blocked by)[: ]([^)\]]{1,300})[)\]]/gi
const exactLabels = new Set(['depends on', 'depends_on', 'depends', 'blocked by'])
const looksLikeId = /^(?:t|task)?\d{1,6}(?:\.\d{1,4}){0,5}[a-z]?$/

/**
 * Reads declared dependencies on these ids. Unknown ids are returned in normalized form.
 */
export const readDeclared = (written: readonly string[], budget: ReferenceBudget): Declared => {
  const ids = written.map(normalizePhaseId)
  const positions = new Map<string, number>()
  ids.forEach((id, index) => {
    if (!positions.has(id)) positions.set(id, index)
  })
  const read = (self: string, text: string): string[] =>
    readReferences(text, { positions, ids, self: normalizePhaseId(self), budget }).flatMap((id) => {
      const position = positions.get(id)
      if (position !== undefined) return [written[position] ?? id]
      return looksLikeId.test(id) ? [id] : []
    })
  return {
    fromBlocks: (self, blocks) => {
      const field = readFields(blocks).find(({ name }) => name === 'dependsOn')
      if (!field) return undefined
      const found = read(self, textOf(field))
      // `Dependencies:` also heads lists of libraries, so it counts only if it names a known id.
      return exactLabels.has(field.label) || found.some((id) => positions.has(normalizePhaseId(id)))
        ? found
        : undefined
    },
    fromTitle: (self, title) => {
      if (!/depends on|blocked by/i.test(title)) return []
      const texts = [...plainText(title).matchAll(inTitle)].map((match) => match[1] ?? '')
      return texts.length === 0 ? [] : read(self, texts.join(', '))
    },
  }
}

const textOf = (field: Field): string =>
  [field.value, ...field.items.map((item) => item.text)].filter((text) => text !== '').join(', ')
