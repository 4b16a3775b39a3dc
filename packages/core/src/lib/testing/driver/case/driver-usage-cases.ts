import type { SessionResume, Usage } from '../../../contract/driver.ts'
import type { ContractCase } from '../../contract-case.ts'
import { ensure } from '../../ensure.ts'
import type { DriverCase } from '../driver-sessions.ts'

/** Usage that is read from the agent's records. */
export const driverUsageCases = (
  test: DriverCase,
  readsUsage: boolean,
  resume: SessionResume,
): ContractCase[] => [
  test(
    'the records of a session contain the tokens of all its parts',
    async ({ subject: { driver }, run }) => {
      const { sessionId = '', usage } = (await run()).result
      const first = await driver.readUsage?.(sessionId)
      ensure(isSame(first, usage), `the tokens are those of the result, not ${JSON.stringify(first)}`)
      const more = (await run({ resume: sessionId })).result.usage
      const both = await driver.readUsage?.(sessionId)
      ensure(isSame(both, usage, more), `the tokens of both parts are added, not ${JSON.stringify(both)}`)
    },
    { readsUsage, resume: resume !== 'none' },
  ),
  test(
    'an unknown session has no usage',
    async ({ subject: { driver } }) => {
      for (const id of ['00000000-0000-4000-8000-000000000000', '../all/x'])
        ensure((await driver.readUsage?.(id)) === undefined, 'it is undefined')
    },
    { readsUsage },
  ),
]

const isSame = (read: Usage | undefined, ...parts: readonly Usage[]): boolean =>
  read !== undefined &&
  (['inputTokens', 'outputTokens'] as const).every(
    (kind) => (read[kind] ?? 0) === parts.reduce((sum, part) => sum + (part[kind] ?? 0), 0),
  )
