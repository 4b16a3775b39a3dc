import type { ConfigKind } from './config-kind.ts'

/** The commands that execute the phases of a run. */
export const runners = ['run', 'resume', 'fork', 'feedback', 'cluster'] as const

/** The commands that only read or write plan files. */
export const readers = ['check', 'graph', 'fix', 'convert'] as const

/** The commands for stored runs. */
export const inspectors = [
  ...(['show', 'logs', 'watch', 'diff', 'report'] as const),
  ...(['edit', 'status', 'answer', 'cancel', 'steer', 'runs', 'stats', 'merge', 'revert', 'clean'] as const),
] as const

/** A command of Amelia. */
export type CommandName =
  | (typeof runners)[number]
  | (typeof readers)[number]
  | (typeof inspectors)[number]
  | 'plan'
  | 'prove'
  | 'init'
  | 'doctor'
  | 'ui'
  | 'mcp'
  | 'acp'

/** How a command has a flag: its form, its sentence and its value. */
export interface FlagForm {
  /** As the help shows it: `--units <part>`, `--no-tick`, `--[no-]adapt` for both. */
  flag: string
  /** The sentence of the help. */
  about: string
  /** The kind of its value; without one it is a switch. */
  kind?: ConfigKind
  /** Reads a text, for values that the kind does not read; `before` is the value of those already read. */
  reads?: (text: string, before?: never) => unknown
  choices?: readonly string[]
  default?: string | undefined
  /** Whether the command line must have it. */
  required?: true
  /** The flag that it cannot be combined with, by its name. */
  conflicts?: string
}

/** A flag that several commands have, or whose value other sources can set. */
export interface Flag extends FlagForm {
  on: readonly CommandName[]
  /** The differences on a command. */
  as?: Partial<Record<CommandName, Partial<FlagForm>>>
  /**
   * Whether a config file can set it. `run`: a rule, which a run keeps in its journal; a file sets it for
   * commands that begin with a plan. `process`: a setting of the processes of a run, which is stored with the
   * run, and which a file also sets for commands that continue one.
   */
  setting?: 'run' | 'process'
  /** Whether an environment variable can set it without a config file: settings always have one. */
  variable?: true
  /** Whether `amelia run --help` shows it; `amelia run --help all` shows all. */
  brief?: true
}
