import type { RunAdapters } from '../settings/run-options.ts'

/** Whether somebody can answer the gates of a process while it runs. */
export const isAttended = ({ attended, onGate }: Pick<RunAdapters, 'attended' | 'onGate'>): boolean =>
  attended ?? onGate !== undefined
