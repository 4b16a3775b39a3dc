import type { Workspace } from '../../contract/workspace.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { ContractCase } from '../contract-case.ts'
import { driverFailureCases } from './driver-failure-cases.ts'
import { driverResultCases } from './driver-result-cases.ts'
import { type DriverSubject, driverCases } from './driver-sessions.ts'
import { driverStopCases } from './driver-stop-cases.ts'

export type { DriverSubject }

export interface DriverContractOptions {
  create(): Promise<DriverSubject>
  /** A place for sessions to work in. Default: an empty tree in memory, which has no folder. */
  openWorkspace?(): Promise<Workspace>
  /** Tokens that each session costs, where that is always the same: a session that goes on then has to cost no more. */
  sessionTokens?: number
  /** Situations to bring about; a case that needs an absent one is not covered. */
  faults?: DriverFaults
}

/** What a test can have the model, or what stands in for it, do. */
export interface DriverFaults {
  /** Makes the model's next answers take longer than any test waits. */
  hang?(subject: DriverSubject): Promise<void>
  /** Makes the next session do something that it tells of, and then take longer than any test waits. */
  begin?(subject: DriverSubject): Promise<void>
  /** Makes the next session fail in this way, and none after it. */
  fail?(subject: DriverSubject, failure: FailureClass): Promise<void>
  /** The classes that `fail` can bring about. Default: transient, rate_limited, auth, permission, context_overflow. */
  failures?: readonly FailureClass[]
  /** Makes the next session be refused with a time to wait, in milliseconds. */
  limit?(subject: DriverSubject, retryAfterMs: number): Promise<void>
  /** Makes the next session answer with this value, where a schema asks for it. */
  answer?(subject: DriverSubject, value: unknown): Promise<void>
  /** Makes the next session write a file, or try to, and then answer. */
  write?(subject: DriverSubject): Promise<void>
  /** Makes the next session use tokens until it is stopped. */
  spend?(subject: DriverSubject): Promise<void>
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
