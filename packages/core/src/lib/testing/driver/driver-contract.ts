import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { driverFailureCases } from './driver-failure-cases.ts'
import type { DriverFaults } from './driver-faults.ts'
import { driverResultCases } from './driver-result-cases.ts'
import { type DriverSubject, driverCases } from './driver-sessions.ts'
import { driverStopCases } from './driver-stop-cases.ts'

export interface DriverContractOptions {
  create(): Promise<DriverSubject>
  /** Opens a workspace for sessions. Default: an empty tree in memory, without a folder on disk. */
  openWorkspace?(): Promise<Workspace>
  /**
   * The tokens that every session uses, if constant. Checks that a resumed session reports no more than that.
   */
  sessionTokens?: number
  /** Hooks that create a situation. A case without its hook is not covered. */
  faults?: DriverFaults
}

/**
 * Returns the contract of `DriverV1` as cases.
 *
 * Each case also checks that a session emits nothing after its end, that its running totals never shrink, and
 * that its request is not changed.
 */
export const driverContract = ({
  create,
  openWorkspace,
  sessionTokens,
  faults = {},
}: DriverContractOptions): ContractCase[] => {
  const test = driverCases(create, openWorkspace)
  return [
    ...driverResultCases(test, faults, sessionTokens),
    ...driverStopCases(test, faults),
    ...driverFailureCases(test, faults),
  ]
}
