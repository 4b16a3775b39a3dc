import { commandVariable } from './command-mark.ts'
import { markerName } from './mark-processes.ts'

/** The variables that mark the processes of commands, sessions and conversations. */
export const markNames = [commandVariable, markerName, 'AMELIA_CONVERSATION'] as const
