import type { Gate } from './gate.ts'

const subject = 'amelia, no store'

const kept =
  'a phase is eight inputs of a journal, nine calls of git and the page of a transcript; to replay its records alone takes 40 us'
const synced = 'a phase syncs eight records to the disk, and a saver in memory keeps nothing'
const collected = 'the state of a larger run takes longer to collect'

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
    ...{ most: 0.45, aim: 0.065, reason: kept },
  },
  {
    benchmark: 'overhead',
    series: 'empty phases',
    subject: 'amelia, file store',
    size: 1_000,
    against: { subject: 'LangGraph.js, memory saver' },
    ...{ most: 3.5, aim: 0.5, reason: synced },
  },
  {
    benchmark: 'overhead',
    series: 'empty phases',
    subject,
    size: 10_000,
    against: { size: 1_000 },
    ...{ most: 1.4, aim: 1.25, reason: collected },
  },
]
