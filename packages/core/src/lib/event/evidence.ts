import type { TestReport } from '../contract/test-report.ts'
import type { Failure } from '../contract/failure.ts'

/** One run of the test command, as the engine saw it. */
export interface TestRun {
  /** Null when a signal ended it. */
  exitCode: number | null
  /** Absent when the runner cannot report: then the exit code is all that is known. */
  report?: TestReport
}

/** The cause of a red: a failed test, or a missing project module that the implementation is to add. */
export type RedStrength = 'assertion' | 'absence' | 'exit-code'

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
  strength: RedStrength
  reason: string
  /** Ids of the tests that failed, and the files that did not load. */
  tests: string[]
  files: string[]
}

/** The evidence of red and green for one commit. */
export interface Evidence {
  /** Tests that an implementation in the same phase answers: red without it, green with it. */
  red?: Red
  /** Tests that a later phase answers. */
  debt?: Red
  /** Phases whose tests are green now. */
  paid: string[]
  /** Phases whose tests were left out, because what answers them is still to come. */
  leftOut: string[]
  /** Frozen tests, and files that decide how tests run, that the attempt has changed. */
  changed: string[]
  /** Why what was shown is not enough. */
  problem?: Failure
}
