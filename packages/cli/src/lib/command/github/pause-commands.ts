import { randomUUID } from 'node:crypto'
import type { Terminal } from '../../terminal/terminal.ts'

/**
 * Makes GitHub Actions ignore workflow commands in the output until the returned function is called, because
 * texts of plans and agents may contain some.
 */
export const pauseCommands = (terminal: Pick<Terminal, 'out'>): (() => void) => {
  const token = randomUUID()
  terminal.out(`::stop-commands::${token}\n`)
  let isPaused = true
  return () => {
    if (isPaused) terminal.out(`::${token}::\n`)
    isPaused = false
  }
}
