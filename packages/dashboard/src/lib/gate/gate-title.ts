import type { GateView } from '@amelia/core'
import { visibleText } from '../format/visible-text.ts'

/**
 * Returns the question of a gate as a title. That of a batch that passed is short: the figures and the files
 * below it say the rest.
 */
export const gateTitle = ({ kind, id, question }: Pick<GateView, 'kind' | 'id' | 'question'>): string => {
  const batch = kind === 'checkpoint' ? /^checkpoint:batch-(\d+):/.exec(id)?.[1] : undefined
  return batch === undefined ? visibleText(question) : `Approve batch ${batch}?`
}
