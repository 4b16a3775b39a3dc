import type { Gate } from './gate.ts'

/** The aims are 200 to 400 tokens for any plan, and fewer tokens than one session. */
export const contextGates: readonly Gate[] = [
  ...[10, 100, 1_000].map(
    (size): Gate => ({
      benchmark: 'context',
      series: 'prompt',
      subject: 'amelia',
      size,
      most: 400,
    }),
  ),
  {
    benchmark: 'context',
    series: 'whole run',
    subject: 'amelia, signposts',
    size: 50,
    against: { subject: 'one session' },
    most: 0.05,
  },
  {
    benchmark: 'context',
    series: 'whole run',
    subject: 'amelia, signposts',
    size: 50,
    against: { subject: 'full plan' },
    most: 1,
  },
]
