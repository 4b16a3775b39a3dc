import { phaseFields, type PlanStatus } from '@amelia/core/plugin'
import type { OpenRecord } from './open-record.ts'

/**
 * Reads the `status` of a batch, a step or a subtask. Warns about one that does not decide whether it runs.
 */
export const readStatus = (record: OpenRecord<'status'>): PlanStatus | undefined => {
  const text = record.text('status')
  if (text === undefined || text.trim() === '') return undefined
  const status = phaseFields.status.read(text)
  if (status !== undefined) return status
  const { code, problem } = phaseFields.status.unreadable!
  record.report('status', code, `the status ${JSON.stringify(text.slice(0, 40))} ${problem}.`, 'warning')
  return undefined
}
