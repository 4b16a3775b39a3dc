import { createInterface } from 'node:readline/promises'
import type { PlanChange } from '@amelia/core'
import { renderChanges } from './render-changes.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Shows what an edited plan changes, and asks whether the run is to go by it. Undefined where nobody can be asked. */
export const agreeToChanges = async (
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
    return /^y(es)?$/i.test((await lines.question('Go on by it? [y/N] ')).trim())
  } catch {
    return false // Ctrl-C, Ctrl-D
  } finally {
    lines.close()
  }
}
