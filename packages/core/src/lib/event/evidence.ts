import type { TestReport } from '../contract/test-report.ts'
import type { Failure } from '../contract/failure.ts'

/** One run of the test command, as the engine saw it. */
export interface TestRun {
  /** Null when a signal ended it. */
  exitCode: number | null
  /** Absent when the runner cannot report: then the exit code and the output are all that is known. */
  report?: TestReport
  /** The telling lines of a failed run without a report. */
  output?: string
}

/**
 * The cause of a red: a failed test, a missing project module that the implementation is to add, an exit code
 * without a report, or a person's word.
 */
export type RedStrength = 'assertion' | 'absence' | 'exit-code' | 'accepted'

/** Whether tests fail as they should before their implementation is there. */
export type RedVerdict =
  | {
      red: true
      strength: RedStrength
      /** The first thing that failed, one line. */
      reason: string
      /** Ids of the tests that failed: each is to pass later. */
      tests: string[]
      /** Test files that did not load: each is to hold a passing test later. */
      files: string[]
    }
  | { red: false; reason: string }

/** Whether what was red is green now. */
export type GreenVerdict = { green: true } | { green: false; reason: string }

/** Tests that were shown to be red. */
export interface Red {
  /** The test files of the attempt that it rests on. */
  testFiles: string[]
  /** How clearly the tests show that the implementation is missing. */
  strength: RedStrength
  /** The observation that shows it, in a sentence. */
  reason: string
  /** Ids of the tests that failed, and the files that did not load. */
  tests: string[]
  /** Test files that did not load. */
  files: string[]
  /** The files also contain the code that they test, so an implementation may change them. */
  inline?: true
}

/**
 * The kinds of changes that weaken a verification: tests of the base that fail or are missing, tests that
 * were red in an earlier phase, scripts and files that decide what a check runs, snapshots, and lockfiles.
 */
export const evidenceChangeKinds = [
  'test',
  'frozen',
  'script',
  'config',
  'ci',
  'snapshot',
  'lockfile',
] as const

/** A change of an attempt to something that its own verification rests on. */
export interface EvidenceChange {
  /** The kind of the change. */
  kind: (typeof evidenceChangeKinds)[number]
  /** The changed file. For a test that is missing without a change of its file, that file. */
  path: string
  /** Ids of tests, names of scripts, or names of snapshot entries. */
  items: string[]
  /** The lines of a unified diff of exactly this change. */
  diff: string[]
  /** The lines that are left out at the end, because the diff has more than 100,000 characters. */
  unseen?: number
}

/** The evidence for one commit: red and green, and the comparison with the base. */
export interface Evidence {
  /** Tests that an implementation in the same phase answers: red without it, green with it. */
  red?: Red
  /** Tests that a later phase answers. */
  debt?: Red
  /** Phases whose tests are green now. */
  paid: string[]
  /** Phases whose tests were left out, because what answers them is still to come. */
  leftOut: string[]
  /** Changes that the plan does not explain. */
  changed: EvidenceChange[]
  /** Tests of the base that fail or are missing because the plan says so. */
  excused?: string[]
  /** Tests of the base whose result differed from run to run. */
  flaky?: string[]
  /** Of an attempt that changes nothing: declared paths that the base does not have. */
  absent?: string[]
  /** Why what was shown is not enough. */
  problem?: Failure
  /** The problem is that the attempt's new tests do not fail as they should. */
  notRed?: true
  /** A failed attempt only added tests, and only these fail: what fails of them. */
  late?: Red
}
