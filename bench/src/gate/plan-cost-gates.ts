import { costTexts } from '../plan/plan-cost.ts'
import type { Gate } from './gate.ts'

const limits = {
  formats: {
    most: 900,
    aim: 100,
    reason:
      '80 to 400 for real plans, 220 to 540 for those measured at 1 MB, on a loaded machine: many small steps (decision 107)',
  },
  'degenerate texts': {
    most: 900,
    aim: 200,
    reason: '8 to 250 at 0.5 MB on a loaded machine: a line of boxes is nested lists',
  },
  'dense texts': {
    most: 6_000,
    aim: 200,
    reason: '300 to 2,000 at 0.5 MB on a loaded machine: the time is for each of up to 250,000 units',
  },
}

/** The aims are 100 ms per megabyte of each format, 200 of other texts, and at most linear growth to 5 MB. */
export const planCostGates: readonly Gate[] = Object.entries(costTexts).flatMap(([series, texts]) =>
  Object.keys(texts).flatMap((subject): Gate[] => [
    { benchmark: 'plan', series, subject, size: 1, ...limits[series as keyof typeof limits] },
    {
      ...{ benchmark: 'plan', series, subject, size: 5, against: { size: 1 } },
      ...{ most: 1.5, aim: 1, reason: 'at most 1.25 was measured, and the figures of a loaded machine vary' },
    },
  ]),
)
