import type { Row } from './benchmark.ts'

/** One program at one size. */
export interface Subject {
  subject: string
  series: string
  size: number
  unit: string
  /** Multiplies microseconds to get the unit. */
  scale: number
  /** Runs before each repeat, outside the measurement. */
  prepare?: () => unknown
  work: () => unknown
  /** Whether three repeats are enough, so that the others get more in the same time. */
  isSlow?: boolean
}

export interface Turns {
  /** The most repeats of each subject. */
  repeats: number
  /** Repeats that are not counted. */
  warm: number
  /** The wall time after which no repeat starts, once each subject has three. */
  limitMs: number
  /** Returns the microseconds that count. Default: CPU time of this process, all threads. */
  clock?: () => number
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Measures the subjects in turns, so that a disturbance of the machine meets all of them, and returns the
 * least and the median time of each. Short work is repeated within a turn until it lasts 2 ms. Garbage is not
 * collected between the measurements, because a collection also discards compiled code.
 */
export const measureInTurns = async (
  subjects: readonly Subject[],
  { repeats, warm, limitMs, clock = cpu }: Turns,
): Promise<Row[]> => {
  const measured = subjects.map((subject) => ({ subject, spent: [] as number[], times: 1 }))
  const began = performance.now()
  for (let turn = 0; turn < repeats + warm; turn++) {
    if (turn >= warm + 3 && performance.now() - began > limitMs) break
    for (const one of measured) {
      const { subject, spent, times } = one
      if (subject.isSlow && spent.length >= 3) continue
      await subject.prepare?.()
      const before = clock()
      for (let at = 0; at < times; at++) await subject.work()
      const each = (clock() - before) / times
      if (turn >= warm) spent.push(each)
      if (subject.prepare === undefined && each < 2_000)
        one.times = Math.min(200, Math.ceil(2_000 / Math.max(1, each)))
    }
  }
  return measured.map(({ subject, spent }) => {
    const values = [...spent].sort((a, b) => a - b)
    return {
      series: subject.series,
      subject: subject.subject,
      size: subject.size,
      unit: subject.unit,
      min: (values[0] ?? NaN) * subject.scale,
      median: (values[values.length >> 1] ?? NaN) * subject.scale,
      repeats: values.length,
    }
  })
}
