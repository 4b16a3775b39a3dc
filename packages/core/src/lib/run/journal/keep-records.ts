import type { RunLease } from '../../contract/run-store.ts'
import type { Report } from '../../event/report.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { renderRecords } from '../../report/render-records.ts'
import { plainName } from '../../perform/keep-output.ts'

export interface KeepRecordsOptions {
  state: RunState
  /** The report of `state`. */
  report: Report
  lease: RunLease
  secrets: readonly string[]
}

/** Stores the run's records as its artifacts, however this process's part of the run ended. */
export const keepRecords = async ({ state, report, lease, secrets }: KeepRecordsOptions): Promise<void> => {
  for (const [name, text] of Object.entries(renderRecords(state, report, { links: true })))
    await lease.keep(plainName(name), redactSecrets(text, secrets))
}
