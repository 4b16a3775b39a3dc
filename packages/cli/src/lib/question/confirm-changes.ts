import type { PlanChange } from '@amelia/core'
import { askYesNo } from '../terminal/ask-yes-no.ts'
import { renderChanges } from './render-changes.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Shows the changes of an edited plan and asks whether to apply them. Returns undefined if no one can be
 * asked.
 */
export const confirmChanges = async (
  terminal: Terminal,
  changes: readonly PlanChange[],
  { yes, attended }: { yes: boolean; attended: boolean },
): Promise<boolean | undefined> => {
  const { columns, paintError: paint } = terminal
  terminal.error(renderChanges(changes, { width: Math.min(columns, 100), paint }))
  if (yes) return true
  if (!attended) return undefined
  return askYesNo(terminal, 'Apply these changes?')
}
