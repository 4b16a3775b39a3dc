import type { PlanCheck } from '@amelia/core'
import { redactSecrets } from '@amelia/core/view'

/** The texts of a plan that commands print. */
interface Shown {
  check: PlanCheck
  lines: ReadonlyMap<string, readonly string[]>
}

/**
 * Replaces what looks like a secret in everything that is printed about a plan: its issues, its texts, and
 * its lines, of which those with a secret become empty. `known` are other values that are secrets.
 *
 * Changes nothing if the plan was searched for secrets and has none that is not allowed. A plan that could
 * not be read has not been searched.
 */
export const hideSecrets = ({ check, lines }: Shown, known: readonly string[]): Shown => {
  const { graph, ...texts } = check
  if (texts.plan && texts.issues.every(({ code }) => code !== 'SECRET_IN_PLAN')) return { check, lines }
  const hide = (text: string): string => redactSecrets(text, known)
  const shown = [...lines].map(([path, own]): [string, string[]] => [path, hideLines(own, hide)])
  return {
    check: { ...(mapTexts(texts, hide) as typeof texts), ...(graph && { graph }) },
    lines: new Map(shown),
  }
}

const hideLines = (lines: readonly string[], hide: (text: string) => string): string[] => {
  const hidden = hide(lines.join('\n')).split('\n')
  // A secret of several lines: no line is shown.
  if (hidden.length !== lines.length) return []
  return lines.map((line, at) => (hidden[at] === line ? line : ''))
}

/** Returns a copy of data with every text changed. */
const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}
