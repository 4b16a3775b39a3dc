import type { SessionResume } from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { driverContextCases } from './case/driver-context-cases.ts'
import { driverFailureCases } from './case/driver-failure-cases.ts'
import type { DriverFaults } from './driver-faults.ts'
import { driverResultCases } from './case/driver-result-cases.ts'
import { driverResumeCases } from './case/driver-resume-cases.ts'
import { type DriverSubject, driverCases } from './driver-sessions.ts'
import { driverSteerCases } from './case/driver-steer-cases.ts'
import { driverStopCases } from './case/driver-stop-cases.ts'
import { driverTranscriptCases } from './case/driver-transcript-cases.ts'
import { driverUsageCases } from './case/driver-usage-cases.ts'
import { driverWaitCases } from './case/driver-wait-cases.ts'

/** Options of {@link driverContract}. */
export interface DriverContractOptions<Subject extends DriverSubject = DriverSubject> {
  /** Creates the subject of one case. */
  create(): Subject | Promise<Subject>
  /** Opens a workspace for sessions. Default: an empty tree in memory, without a folder on disk. */
  openWorkspace?(): Workspace | Promise<Workspace>
  /**
   * The tokens that every session uses, if constant. Checks that a resumed session reports no more than that.
   */
  sessionTokens?: number | undefined
  /** How far the driver resumes sessions. Default: `none`; the cases about resumes are not covered then. */
  resume?: SessionResume | undefined
  /** Whether the driver reports the waits inside a session. Default: false. */
  waits?: boolean | undefined
  /** Whether the driver gives texts to running sessions. Default: false. */
  steers?: boolean | undefined
  /** Whether the driver keeps transcripts. Default: false. */
  transcripts?: boolean | undefined
  /** Whether the driver reads the usage of a session from its agent's records. Default: false. */
  readsUsage?: boolean | undefined
  /** Hooks that create a situation. A case without its hook is not covered. */
  faults?: DriverFaults<Subject> | undefined
}

/**
 * Returns the contract of `DriverV1` as cases.
 *
 * Each case also checks that a session emits nothing after its end, that its running totals never shrink, and
 * that its request is not changed.
 */
export const driverContract = <Subject extends DriverSubject>({
  create,
  openWorkspace,
  sessionTokens,
  resume = 'none',
  waits = false,
  steers = false,
  transcripts = false,
  readsUsage = false,
  faults = {},
}: DriverContractOptions<Subject>): ContractCase[] => {
  const test = driverCases(create, openWorkspace)
  return [
    ...driverResultCases(test, faults, sessionTokens),
    ...driverContextCases(test, faults),
    ...driverStopCases(test, faults),
    ...driverFailureCases(test, faults),
    ...driverWaitCases(test, faults, waits),
    ...driverResumeCases(test, faults, resume, sessionTokens),
    ...driverSteerCases(test, faults, steers),
    ...driverTranscriptCases(test, faults, transcripts),
    ...driverUsageCases(test, readsUsage, resume),
  ]
}
