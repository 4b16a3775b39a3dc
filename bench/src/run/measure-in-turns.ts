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
}

export interface Turns {
  /** The most repeats of each subject. */
  repeats: number
  /** Repeats that are not counted. */
  warm: number
  /** The wall time after which no further repeat starts, once each subject has three. */
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
 * least and the median time of each. Short work is repeated within a turn until it lasts 2 ms.
 */
export const measureInTurns = async (
  subjects: readonly Subject[],
  { repeats, warm, limitMs, clock = cpu }: Turns,
): Promise<Row[]> => {
  const spent = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  const times = new Map<Subject, number>(subjects.map((subject) => [subject, 1]))
  const began = performance.now()
  for (let turn = 0; turn < repeats + warm; turn++) {
    if (turn >= warm + 3 && performance.now() - began > limitMs) break
    for (const subject of subjects) {
      await subject.prepare?.()
      const count = times.get(subject) ?? 1
      const before = clock()
      for (let at = 0; at < count; at++) await subject.work()
      const each = (clock() - before) / count
      if (turn >= warm) spent.get(subject)?.push(each)
      if (subject.prepare === undefined && each < 2_000)
        times.set(subject, Math.min(200, Math.ceil(2_000 / Math.max(1, each))))
    }
  }
  return subjects.map((subject) => {
    const values = [...(spent.get(subject) ?? [])].sort((a, b) => a - b)
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
