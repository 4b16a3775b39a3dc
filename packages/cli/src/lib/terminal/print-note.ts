import type { Terminal } from './terminal.ts'
import { wrapText } from './wrap-text.ts'

/**
 * Prints progress, a note or a warning to stderr, which `--quiet` leaves out. On a terminal, sentences are
 * wrapped between words; a line with a command is not, so that it can be copied.
 */
export const printNote = (
  terminal: Pick<Terminal, 'error' | 'quiet'> & Partial<Pick<Terminal, 'stderr' | 'columns'>>,
  text: string,
): void => {
  if (terminal.quiet) return
  const { stderr, columns = 80 } = terminal
  terminal.error(
    stderr?.isTTY
      ? text
          .split('\n')
          .flatMap((line) => wrapLine(line, columns))
          .join('\n')
      : text,
  )
}

const command = /(?:^|[\s`:])(?:amelia|git|gh|npm|npx) \S/

const wrapLine = (line: string, columns: number): string[] =>
  line === '' || command.test(line) ? [line] : wrapText(line, columns)
