import { createProgram } from './program.ts'
import { exitCode } from '../terminal/exit-code.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { completeWords } from '../command/setup/complete-words.ts'
import { listIds } from '../command/setup/list-ids.ts'

/**
 * Prints the completions of a command line, for the scripts of `amelia completion`: one per line, with its
 * description after a tab, or `:files` where the shell completes files. The last word is the incomplete one.
 */
export const printCompletions = async (terminal: Terminal, words: readonly string[]): Promise<number> => {
  const program = createProgram(terminal, [], () => {})
  const found = await completeWords(program, words, listIds)
  const lines = found === 'files' ? [':files'] : found.map(({ value, about }) => `${value}\t${about}`)
  terminal.out(lines.map((line) => `${line}\n`).join(''))
  return exitCode.completed
}
