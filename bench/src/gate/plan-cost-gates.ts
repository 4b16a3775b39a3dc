import { costTexts } from '../plan/plan-cost.ts'
import type { Gate } from './gate.ts'

const limits = {
  formats: {
    most: 900,
    aim: 100,
    reason:
      'each of twelve parsers is asked, and most time is spent on the units of a plan, not on its bytes',
  },
  'degenerate texts': { most: 900, aim: 200, reason: 'CommonMark alone needs half of it for deep quotes' },
  'dense texts': { most: 6_000, aim: 200, reason: 'it is 20 to 80 us for each of up to 250,000 units' },
}

/** The aims are 100 ms per megabyte of each format, 200 of other texts, and at most linear growth to 5 MB. */
export const planCostGates: readonly Gate[] = Object.entries(costTexts).flatMap(([series, texts]) =>
  Object.keys(texts).flatMap((subject): Gate[] => [
    { benchmark: 'plan', series, subject, size: 1, ...limits[series as keyof typeof limits] },
    {
      ...{ benchmark: 'plan', series, subject, size: 5, against: { size: 1 } },
      ...{ most: 1.5, aim: 1, reason: 'memory grows in steps, and its collection with it' },
    },
  ]),
)
