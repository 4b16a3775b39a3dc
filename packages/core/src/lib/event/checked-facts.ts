import type { TreeOverlay } from '../contract/git-backend.ts'
import type { ProofPlatform, ProofSetup } from '../contract/host.ts'

/** The results of single tests. A test file that did not load counts as one that failed, by its path. */
export interface ProofTests {
  /** How many passed. */
  passed: number
  /** How many failed. */
  failed: number
  /** Ids of tests that failed, sorted by code unit, at most 200. */
  failedIds: string[]
  /** The SHA-256 of the sorted ids that passed, joined by newlines, in hex. */
  passedDigest: string
}

/** The facts about one check that its result lacks. */
export interface FactsOfCheck {
  /** The name of the check. */
  name: string
  /** The folder that it ran in. Absent: the root. */
  cwd?: string
  /** The changes of the tree before it ran. Absent: none. */
  overlays?: TreeOverlay[]
  /** The results of single tests. Absent if the runner reports none. */
  tests?: ProofTests
}

/** The run of tests that failed without their implementation. */
export interface FactsOfRed extends FactsOfCheck {
  /** Whether they ran on the tree before the attempt, or on its commit. */
  on: 'base' | 'commit'
  /** The program and its arguments. */
  argv: string[]
  /** The exit code; null if a signal ended the command. */
  exitCode: number | null
  /** The duration, in milliseconds. */
  durationMs: number
}

/** The facts that a replay of checks needs, apart from their results. */
export interface CheckedFacts {
  /** Where the checks ran. Absent if the host does not know. */
  platform?: ProofPlatform
  /** The commands that made the tree ready. Absent if there are none. */
  setup?: ProofSetup[]
  /** Checks on the commit that have such facts. */
  checks: FactsOfCheck[]
  /** The run that showed red. Absent if none had to. */
  red?: FactsOfRed
}
