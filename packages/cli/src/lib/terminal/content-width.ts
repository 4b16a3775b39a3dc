import type { Terminal } from './terminal.ts'

/** The columns at which texts that a person has to judge continue on the next row: none in a pipe. */
export const contentWidth = ({
  stdout,
  columns,
}: Pick<Terminal, 'stdout' | 'columns'>): number | undefined => (stdout.isTTY ? columns : undefined)
