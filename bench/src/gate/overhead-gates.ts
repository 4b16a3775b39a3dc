import type { Gate } from './gate.ts'

const subject = 'amelia, no store'

/**
 * The aim is 40 us per phase, where LangGraph.js takes at least 620, and no growth from 100 to 10,000 phases.
 */
export const overheadGates: readonly Gate[] = [
  {
    benchmark: 'overhead',
    series: 'empty phases',
    subject,
    size: 1_000,
    against: { subject: 'LangGraph.js' },
    most: 0.065,
  },
  {
    benchmark: 'overhead',
    series: 'empty phases',
    subject: 'amelia, file store',
    size: 1_000,
    against: { subject: 'LangGraph.js, memory saver' },
    most: 0.5,
  },
  {
    benchmark: 'overhead',
    series: 'empty phases',
    subject,
    size: 10_000,
    against: { size: 1_000 },
    most: 1.25,
  },
]
