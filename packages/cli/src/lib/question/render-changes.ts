import type { PlanChange } from '@amelia/core'
import { type Paint, words } from '@amelia/core/view'
import { padText } from '../terminal/fit-text.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/** Renders the changes of an edited plan, one line per phase. */
export const renderChanges = (
  changes: readonly PlanChange[],
  { width, paint }: { width: number; paint: Paint },
): string => {
  const ids = Math.min(12, Math.max(...changes.map(({ phaseId }) => words.plainLabel(phaseId).length)))
  const lines = changes.flatMap(({ phaseId, title, change, fields }) => {
    const name = `${padText(words.plainLabel(phaseId), ids)}  ${words.plainLabel(title)}`
    const differs = fields.length === 0 ? '' : ` (${fields.map(nameOf).join(', ')})`
    const [first = '', ...rest] = wrapText(`${name}: ${effects[change]}${differs}`, width - 2)
    return [`  ${first}`, ...rest.map((line) => `  ${' '.repeat(ids + 2)}${line}`)]
  })
  return [paint('The edited plan changes:', 'strong'), ...lines, ''].join('\n')
}

const effects: Record<PlanChange['change'], string> = {
  added: 'new',
  changed: 'starts over',
  again: 'completed; runs again on top of its commit',
  removed: 'removed',
  stays: 'completed; keeps its commit',
}

const nameOf = (field: string): string => (field === 'dependsOn' ? 'dependencies' : field)
