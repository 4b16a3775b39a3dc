/**
 * One promise of a contract as data, for any test runner.
 *
 *     for (const { name, covered, run } of cases) it.runIf(covered)(name, run)
 */
export interface ContractCase {
  /** Does not change between versions. */
  name: string
  /**
   * False if the subject lacks an optional method or fault hook that the case needs; `run` then does nothing.
   */
  covered: boolean
  /**
   * The options that the suite was not given and that the case needs, such as `faults.hang` or
   * `features.slots`. Empty for a covered case.
   */
  missing: readonly string[]
  /**
   * Rejects with the expected and the actual value if the promise is broken. A call that does not stop fails
   * its case after 10 s, and a call that never ends after 120 s.
   */
  run(): Promise<void>
}
