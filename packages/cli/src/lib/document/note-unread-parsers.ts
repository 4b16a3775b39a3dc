import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { findConfigFile } from '../setting/config/find-config-file.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { PlanReading } from './read-plan-file.ts'

/**
 * Names the config file of the current folder if it seems to have parsers and was not read: a command that
 * only reads a plan executes no code of a repository, so a plan in a format of those parsers is read as
 * another one.
 */
export const noteUnreadParsers = (terminal: Terminal, { plugins }: Pick<PlanReading, 'plugins'>): void => {
  if (plugins !== undefined) return
  const file = findParsers()
  if (file === undefined) return
  const named = quoteArgument(relative('', file))
  printNote(
    terminal,
    `${terminal.paintError('note:', 'dim')} The parsers of ${named} were not loaded. To load them: --config ${named}\n`,
  )
}

const findParsers = (): string | undefined => {
  try {
    const file = findConfigFile('.')
    return file !== undefined && /\bparsers\b/.test(readFileSync(file, 'utf8')) ? file : undefined
  } catch {
    // It is not needed, so its errors are reported by the commands that read it.
    return undefined
  }
}
