import type { NamedTry } from '@amelia/core/machine'

/** Describes a try of a step in a line: its name, its command, and how it failed. */
export const describeTry = ({ name, command = '', problem }: NamedTry): string =>
  `${name}: ${command}${problem === undefined ? '' : ` (${problem})`}`
