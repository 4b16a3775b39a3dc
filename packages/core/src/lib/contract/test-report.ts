/** One test that ran to its end, passed or failed. Suites, skipped ones and ones to do are not listed. */
export interface TestResult {
  /**
   * File and full name (`test/a.test.js > adds > two numbers`): the same from run to run, and no other
   * test's. A second test of the same name ends in ` (2)`.
   */
  id: string
  /** Relative to the workspace's root, with `/`. */
  file: string
  /** Whether the test passed. */
  passed: boolean
  /** Why it failed, written as in {@link BrokenFile}; empty for one that passed. */
  message: string
}

/** A test file that did not load, or that failed apart from its tests. */
export interface BrokenFile {
  /** Relative to the workspace's root, with `/`. */
  file: string
  /**
   * The runner's message: bounded, without ANSI codes, with the workspace's folder written as `<workspace>`.
   */
  message: string
}

/**
 * A test runner's own report of one run, not its output. Files outside the workspace are
 * left out.
 */
export interface TestReport {
  /** The test runner that wrote the report. */
  runner: 'node' | 'vitest' | 'jest' | 'pytest'
  /** Every test that ran to its end. */
  tests: TestResult[]
  /** Files that did not load, or failed apart from their tests. */
  broken: BrokenFile[]
}
