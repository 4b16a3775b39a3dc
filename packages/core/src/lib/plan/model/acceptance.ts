import type { DraftOf } from './draft-of.ts'

/** A command that decides whether a phase is accepted. The engine runs it on the phase's commit. */
export interface Acceptance {
  /** Split into words as a shell would, but run without one. */
  command: string
  /** Folder of the command, relative to the repository's root. Default: the root. */
  cwd?: string | undefined
  /**
   * The exit code that means success, as for a step. `fail`: it must fail with the phase's tests alone,
   * without their implementation. Default: 0.
   */
  expectExitCode: number | 'fail'
  /** A regular expression (RE2) that the output must contain, ANSI codes stripped. */
  expectedOutputPattern?: string | undefined
  /** The line of the plan's text at which it begins, from 1. Default: 1. */
  line: number
}

/** An acceptance check as a parser or a program writes it: what has a default may be left out. */
export type AcceptanceDraft = DraftOf<Acceptance, 'command'>
