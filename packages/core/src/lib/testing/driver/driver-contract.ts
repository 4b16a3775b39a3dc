import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { driverFailureCases } from './driver-failure-cases.ts'
import type { DriverFaults } from './driver-faults.ts'
import { driverResultCases } from './driver-result-cases.ts'
import { type DriverSubject, driverCases } from './driver-sessions.ts'
import { driverStopCases } from './driver-stop-cases.ts'

export interface DriverContractOptions {
  create(): Promise<DriverSubject>
  /** A place for sessions to work in. Default: an empty tree in memory, which has no folder. */
  openWorkspace?(): Promise<Workspace>
  /** Tokens that each session costs, where that is always the same: a session that goes on then has to cost no more. */
  sessionTokens?: number
  /** Situations to bring about; a case that needs an absent one is not covered. */
  faults?: DriverFaults
}

/**
 * What every `DriverV1` promises, as cases.
 *
 * In each of them, too: what a session says comes before its end, its running totals only grow, and its request is left as it was.
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
