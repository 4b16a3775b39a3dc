import { nearestName } from '@amelia/core/view'
import type { PlanIssue, PlanIssueCode } from '@amelia/core/plugin'
import { dataOf, type DocumentNode, flagOf, type ListNode, valueOf } from '@amelia/markdown'

/**
 * Reads the values of one object by their keys. A value of the wrong kind is reported and counts as absent.
 */
export interface OpenRecord<Key extends string> {
  line: number
  /** Returns whether the key has a value. */
  has(key: Key): boolean
  /** Reads a text. A number, or an id that looks like one, is returned as written. */
  text(key: Key): string | undefined
  texts(key: Key): string[]
  integer(key: Key): number | undefined
  /** Reads a number of at least 0. */
  amount(key: Key): number | undefined
  flag(key: Key): boolean | undefined
  choice<Choice extends string>(key: Key, choices: readonly Choice[]): Choice | undefined
  /** Reads an integer, or one of the words. */
  integerOr<Word extends string>(key: Key, word: Word): number | Word | undefined
  list(key: Key): ListNode | undefined
  /** Reads any data. */
  data(key: Key): unknown
  /** Reads an object of any data. */
  record(key: Key): Readonly<Record<string, unknown>> | undefined
  /** Reports an issue with a value, or with the object if the key is missing. */
  report(key: Key, code: PlanIssueCode, message: string, severity?: PlanIssue['severity']): void
}

/** Opens an object of a document and warns about unknown keys. `what` names the object in messages. */
export const openRecord = <Key extends string>(
  node: DocumentNode,
  keys: readonly Key[],
  what: string,
  issues: PlanIssue[],
): OpenRecord<Key> | undefined => {
  const at = ({ line, column }: { line: number; column: number }) => ({ line, column })
  if (node.kind !== 'map') {
    issues.push({
      severity: 'error',
      code: 'PLAN_SCHEMA',
      message: `${what} must be an object with keys.`,
      ...at(node),
    })
    return undefined
  }
  const known = new Set<string>(keys)
  for (const [name, { key }] of node.entries) {
    if (known.has(name)) continue
    const near = nearestName(name, keys)
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    const message = `${what} has no key ${JSON.stringify(name.slice(0, 60))}: it is ignored.${hint}`
    issues.push({ severity: 'warning', code: 'KEY_UNKNOWN', message, ...at(key) })
  }
  const wrong = (key: Key, value: DocumentNode, kind: string): undefined => {
    const message = `${what}: "${key}" must be ${kind}.`
    issues.push({ severity: 'error', code: 'PLAN_SCHEMA', message, ...at(value) })
    return undefined
  }
  const find = (key: Key): DocumentNode | undefined => valueOf(node, key)
  /** Reads a text, or a number as written. */
  const wordOf = (value: DocumentNode): string | undefined => {
    if (value.kind !== 'scalar' || typeof value.value === 'boolean' || value.value === null) return undefined
    value.isRead = true
    return typeof value.value === 'number' ? value.source : value.value
  }
  const numberOf = (value: DocumentNode): number | undefined => {
    wordOf(value)
    return value.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined
  }

  return {
    line: node.line,
    has: (key) => find(key) !== undefined,
    text(key) {
      const value = find(key)
      return value && (wordOf(value) ?? wrong(key, value, 'a text'))
    },
    texts(key) {
      const value = find(key)
      if (!value) return []
      if (value.kind !== 'list') {
        wrong(key, value, 'a list of texts')
        return []
      }
      return value.items.flatMap((item) => wordOf(item) ?? wrong(key, item, 'a list of texts') ?? [])
    },
    integer(key) {
      const value = find(key)
      const number = value && numberOf(value)
      return value && (Number.isInteger(number) ? number : wrong(key, value, 'a whole number'))
    },
    amount(key) {
      const value = find(key)
      if (!value) return undefined
      const number = numberOf(value)
      return number !== undefined && Number.isFinite(number) && number >= 0
        ? number
        : wrong(key, value, 'a number that is not negative')
    },
    flag(key) {
      const value = find(key)
      if (!value) return undefined
      return flagOf(value) ?? wrong(key, value, 'true or false')
    },
    choice(key, choices) {
      const value = find(key)
      if (!value) return undefined
      const text = wordOf(value)
      return choices.find((choice) => choice === text) ?? wrong(key, value, `one of ${choices.join(', ')}`)
    },
    integerOr(key, word) {
      const value = find(key)
      if (!value) return undefined
      if (wordOf(value) === word) return word
      const number = numberOf(value)
      return Number.isInteger(number) ? number : wrong(key, value, `a whole number or "${word}"`)
    },
    list(key) {
      const value = find(key)
      if (!value) return undefined
      return value.kind === 'list' ? value : wrong(key, value, 'a list')
    },
    data(key) {
      const value = find(key)
      return value && dataOf(value)
    },
    record(key) {
      const value = find(key)
      if (!value) return undefined
      if (value.kind !== 'map') return wrong(key, value, 'an object')
      return dataOf(value) as Readonly<Record<string, unknown>>
    },
    report(key, code, message, severity = 'error') {
      issues.push({
        severity,
        code,
        message: `${what}: ${message}`,
        ...at(node.entries.get(key)?.key ?? node),
      })
    },
  }
}
