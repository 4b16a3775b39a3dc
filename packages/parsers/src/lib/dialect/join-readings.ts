import type { PlanReading } from '@amelia/core/plugin'

/** Accounts for the files of a plan together. */
export const joinReadings = (readings: readonly PlanReading[], rule: string): PlanReading => ({
  rule,
  boxes: readings.reduce((sum, { boxes }) => sum + boxes, 0),
  criteria: readings.reduce((sum, { criteria }) => sum + criteria, 0),
  context: readings.flatMap(({ context }) => context),
  skipped: readings.flatMap(({ skipped }) => skipped),
  notes: readings.flatMap(({ notes = [] }) => notes),
})
