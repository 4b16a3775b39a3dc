import { normalizePhaseId } from '@amelia/core/plugin'
import type { Field } from '../read-fields.ts'
import { readReferences, type ReferenceScope } from './read-references.ts'

/**
 * Reads the ids that a field `Depends on`, `Prerequisites`, ... declares; undefined if it declares none.
 *
 * A text declares dependencies if it contains an id of the plan. After `Depends on` and `Blocked by`,
 * something that looks like an id does so too, and is returned to be reported. All other texts are prose:
 * libraries, accounts, work that is elsewhere.
 */
export const readDependencies = (field: Field, scope: ReferenceScope): string[] | undefined => {
  const text = [dropBrackets(field.value), ...field.items.map((item) => item.text)]
    .filter((part) => part !== '')
    .join(', ')
  const found = readReferences(text, scope)
  if (found.length === 0) return []
  const isKnown = (id: string): boolean => scope.positions.has(normalizePhaseId(id))
  const isExact = exactLabels.has(field.label)
  const ids = found.filter((id) => isKnown(id) || (isExact && looksLikeId.test(id)))
  return ids.length > 0 ? ids : undefined
}

const dropBrackets = (value: string): string =>
  value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1).replace(/["']/g, '') : value

const exactLabels = new Set(['depends on', 'depends_on', 'depends', 'blocked by'])
const looksLikeId = /^(?:[a-z]{1,6}[.-]?)?\d{1,6}(?:[.-]\d{1,4}){0,5}[a-z]?$/
