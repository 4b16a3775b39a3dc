import type { Report } from '@amelia/core'

/** The usage of sessions. */
export type Cost = Omit<Report['spent'], 'wallMs'>

/** The usage of a phase, of a role, or of the run outside its phases. */
export interface CostRow {
  /** The phase's id, or the role. */
  name: string
  title?: string
  cost: Cost
}

/** Returns the part of the input that came from caches, from 0 to 1. */
export const cachedShare = ({ inputTokens, cachedInputTokens }: Cost): number =>
  inputTokens === 0 ? 0 : Math.min(1, cachedInputTokens / inputTokens)
