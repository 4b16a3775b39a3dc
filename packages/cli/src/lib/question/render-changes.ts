import { type Paint, padText, type PlanChange, plainLabel, wrapText } from '@amelia/core'

/** What an edited plan changes, a phase a line. */
export const renderChanges = (
  changes: readonly PlanChange[],
  { width, paint }: { width: number; paint: Paint },
): string => {
  const ids = Math.min(12, Math.max(...changes.map(({ phaseId }) => plainLabel(phaseId).length)))
  const lines = changes.flatMap(({ phaseId, title, change, fields }) => {
    const name = `${padText(plainLabel(phaseId), ids)}  ${plainLabel(title)}`
    const differs = fields.length === 0 ? '' : ` (${fields.map(nameOf).join(', ')})`
    const [first = '', ...rest] = wrapText(`${name}: ${meaning[change]}${differs}`, width - 2)
    return [`  ${first}`, ...rest.map((line) => `  ${' '.repeat(ids + 2)}${line}`)]
  })
  return [paint('The edited plan changes:', 'strong'), ...lines, ''].join('\n')
}

const meaning: Record<PlanChange['change'], string> = {
  added: 'is new',
  changed: 'begins anew',
  again: 'is completed, and done again on top of that',
  removed: 'is not to be done any more',
  stays: 'is completed, and its commit stays',
}

const nameOf = (field: string): string => (field === 'dependsOn' ? 'what it builds on' : field)
