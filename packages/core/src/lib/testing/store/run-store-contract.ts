import type { ContractCase } from '../contract-case.ts'
import { makeCase } from '../make-case.ts'
import type { RunStoreCase, RunStoreFaults, RunStoreSubject } from './run-store-case.ts'
import { runStoreArtifactCases } from './run-store-artifact-cases.ts'
import { runStoreDamageCases } from './run-store-damage-cases.ts'
import { runStoreFollowCases } from './run-store-follow-cases.ts'
import { runStoreLeaseCases } from './run-store-lease-cases.ts'
import { runStoreCommandCases } from './run-store-command-cases.ts'
import { runStoreRecordCases } from './run-store-record-cases.ts'

export type { RunStoreSubject } from './run-store-case.ts'

/** Options of {@link runStoreContract}. */
export interface RunStoreContractOptions<Subject extends RunStoreSubject = RunStoreSubject> {
  /** Creates the subject of one case. */
  create(): Subject | Promise<Subject>
  /** Hooks for faults. A case without its hook is not covered. */
  faults?: RunStoreFaults<Subject> | undefined
}

/** Returns the contract of `RunStoreV1` as cases. */
export const runStoreContract = <Subject extends RunStoreSubject>({
  create,
  faults = {},
}: RunStoreContractOptions<Subject>): ContractCase[] =>
  [
    ...runStoreRecordCases,
    ...runStoreArtifactCases,
    ...runStoreLeaseCases,
    ...runStoreCommandCases,
    ...runStoreDamageCases,
    ...runStoreFollowCases,
  ].map(({ name, needs = [], body }) => {
    const needed = needs.map((fault) => [`faults.${fault}`, faults[fault]])
    return makeCase(name, Object.fromEntries(needed) as Record<string, unknown>, async () => {
      const subject = await create()
      try {
        await body(prepareCase(subject, faults))
      } finally {
        await subject.close()
      }
    })
  })

const prepareCase = <Subject extends RunStoreSubject>(
  subject: Subject,
  faults: RunStoreFaults<Subject>,
): RunStoreCase => ({
  store: subject.store,
  abandon: async (lease) => faults.abandon?.(subject, lease),
  tear: async (runId) => faults.tear?.(subject, runId),
  damage: async (runId, line) => faults.damage?.(subject, runId, line),
  reopen: async () => (await faults.reopen?.(subject)) ?? subject.store,
  spoil: async (runId, commandId) => faults.spoil?.(subject, runId, commandId),
})
