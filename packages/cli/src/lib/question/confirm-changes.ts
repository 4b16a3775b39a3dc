import { createInterface } from 'node:readline/promises'
import type { PlanChange } from '@amelia/core'
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
  const { screen, stdin, columns, paintError: paint } = terminal
  terminal.error(renderChanges(changes, { width: Math.min(columns, 100), paint }))
  if (yes) return true
  if (!attended) return undefined
  const lines = createInterface({ input: stdin, output: screen })
  try {
    return /^y(es)?$/i.test((await lines.question('Apply these changes? [y/N] ')).trim())
  } catch {
    return false // Ctrl-C, Ctrl-D
  } finally {
    lines.close()
  }
}
