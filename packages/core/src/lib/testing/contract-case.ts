/**
 * One promise of a contract, as data: any test runner can run it.
 *
 *     for (const { name, covered, run } of cases) it.runIf(covered)(name, run)
 */
export interface ContractCase {
  /** Stable across versions. */
  name: string
  /** False when the subject lacks the optional method or the fault hook that the case needs: then `run` does nothing. */
  covered: boolean
  /** Rejects, with what was expected and what came, when the promise is broken. */
  run(): Promise<void>
}
