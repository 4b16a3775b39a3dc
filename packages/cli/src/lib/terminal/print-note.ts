import type { Terminal } from './terminal.ts'

/** Prints progress, a note or a warning to stderr, which `--quiet` leaves out. */
export const printNote = (terminal: Pick<Terminal, 'error' | 'quiet'>, text: string): void => {
  if (!terminal.quiet) terminal.error(text)
}
