import type { PlanReading } from '@amelia/core/plugin'

/** The rule of formats whose tasks run in order. */
export const oneByOne = 'each task waits for the one before it'

/** Accounts for a text without headings and boxes. */
export const dataReading = (rule: string): PlanReading => ({
  ...{ rule, boxes: 0, criteria: 0, context: [], skipped: [] },
})
