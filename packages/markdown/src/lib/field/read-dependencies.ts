import { normalizePhaseId, type PlanIssue } from '@amelia/core/plugin'
import { plainText } from '../words/plain-text.ts'
import type { Field } from './read-fields.ts'
import { findVersions, isUndecided, readReferences, type ReferenceScope } from './read-references.ts'

/**
 * Reads the ids that fields `Depends on`, `Prerequisites`, ... declare; undefined if they declare none.
 *
 * A text declares dependencies if it contains an id of the plan. After `Depends on` and `Blocked by`,
 * something that looks like an id does so too, and is returned to be reported. All other texts are prose:
 * libraries, accounts, work that is elsewhere. Prose is a warning, unless it says that there are none. A
 * field without any text declares nothing either.
 */
export const readDependencies = (
  fields: readonly Field[],
  scope: ReferenceScope,
  issues: PlanIssue[],
): string[] | undefined => {
  let ids: Set<string> | undefined
  for (const field of fields) {
    const declared = field.name === 'dependsOn' ? readField(field, scope, issues) : undefined
    if (declared) ids = new Set([...(ids ?? []), ...declared])
  }
  return ids && [...ids]
}

const readField = (field: Field, scope: ReferenceScope, issues: PlanIssue[]): string[] | undefined => {
  if (field.value === '' && field.items.length === 0) {
    if (exactLabels.has(field.label)) issues.push(emptyIssue(field))
    return undefined
  }
  const text = [dropBrackets(field.value), ...field.items.map((item) => item.text)]
    .filter((part) => part !== '')
    .join(', ')
  const isExact = exactLabels.has(field.label)
  const own = isExact ? text : plainText(text).replace(foreign, '')
  const found = readReferences(own, scope)
  if (isUndecided(text)) issues.push(undecidedIssue(scope.self, text, field))
  if (found.length === 0 && own !== plainText(text) && !isExact) {
    issues.push(proseIssue(field, text, []))
    return undefined
  }
  if (found.length === 0) return []
  const isKnown = (id: string): boolean =>
    scope.positions.has(id) || scope.positions.has(normalizePhaseId(id))
  const form = isExact ? looksLikeId : found.some(isKnown) ? isNumber : undefined
  const versions = found.every(isKnown) ? undefined : findVersions(plainText(text), scope)
  const ids = found.filter((id) => isKnown(id) || (form?.test(id) && !versions?.has(id)))
  if (ids.length < found.length) issues.push(proseIssue(field, text, ids))
  return ids.length > 0 ? ids : undefined
}

const emptyIssue = ({ label, line, column }: Field): PlanIssue => {
  const message = `"${label}" is empty, so it declares nothing. Write None if there are no dependencies.`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column }
}

/** Warns about `TBD` and the like in the dependencies of a phase. */
export const undecidedIssue = (
  id: string,
  text: string,
  { line, column }: { line: number; column: number },
): PlanIssue => {
  const message = `The dependencies of phase ${id} are "${plainText(text).slice(0, 40)}", so it waits for all before it. Name them, or write None.`
  return { severity: 'warning', code: 'ORDER_GUESSED', message, line, column }
}

const proseIssue = ({ line, column }: Field, written: string, ids: readonly string[]): PlanIssue => {
  const text = plainText(written)
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text
  const message =
    ids.length === 0
      ? `"${shown}" does not contain an id of the plan, so it is not a dependency.`
      : `Of "${shown}", only ${ids.slice(0, 10).join(', ')} is read as a dependency.`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column }
}

const dropBrackets = (written: string): string => {
  const value = written.replace(/^［(.*)］$/s, '[$1]')
  return value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1).replace(/["']/g, '') : value
}

const exactLabels = new Set(['depends on', 'depends_on', 'depends upon', 'depends', 'blocked by'])
/** `phase 2 of the design review`: a unit of something else than this plan. */
const foreign =
  /\b(?:phase|task|step|stage|milestone|part|section|sprint|session|wave|level|chapter)s? #?\d[\w.-]{0,12} (?:of|in|from|on) (?!(?:this|the|our) (?:plan|document|file|list|table|roadmap|above|previous)\b|(?:the )?(?:phase|task|step|stage|milestone)s? [\w.-]{0,8}\d)[^,;.\n]{0,200}/gi
const looksLikeId = /^(?:[a-z]{1,6}[.-]?)?\d{1,6}(?:[.-]\d{1,4}){0,5}[a-z]?$/
const isNumber = /^(?:t|task|step)?-?\d{1,6}(?:\.\d{1,4}){0,5}[a-z]?$/
