import { checkPlan } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { degenerateTexts, denseTexts } from './degenerate-texts.ts'
import { samplePlans } from './sample-plans.ts'

const cpuMs = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The texts of the benchmark, by the series of their figures. */
export const costTexts = {
  formats: samplePlans,
  'degenerate texts': degenerateTexts,
  'dense texts': denseTexts,
}

/** Reading plans: CPU time per megabyte of each format and of texts that no one writes, and its growth. */
export const planCost: Benchmark = {
  name: 'plan',
  title: 'Plan cost',
  axis: 'MB',
  about: `CPU time per megabyte of \`checkPlan\` with all parsers: of plans as people write them, of texts without work, and of texts of as many units as fit (a megabyte has 17,000 to 250,000).
The same time per megabyte for a longer text is linear growth.`,
  measure({ quick }) {
    const sizes = quick ? [0.05, 0.25] : [1, 5]
    const rows: Row[] = []
    const parsers = allParsers()
    const read = (text: string): unknown => checkPlan(text, { parsers })
    // The first readings compile the code.
    for (const make of Object.values(samplePlans)) read(make(3e5))
    for (const [series, texts] of Object.entries(costTexts))
      for (const [subject, make] of Object.entries(texts))
        for (const size of sizes) {
          const text = make(size * 1e6)
          const megabytes = new TextEncoder().encode(text).length / 1e6
          // The last outline is cached, so each repeat reads another text.
          const spent = Array.from(
            { length: quick ? 1 : 3 },
            (_, at) => cpuMs(() => read(`${text}${' '.repeat(at)}\n`)) / megabytes,
          ).sort((one, other) => one - other)
          const [min = NaN, median = min] = spent
          rows.push({ series, subject, size, unit: 'ms per MB', min, median, repeats: spent.length })
        }
    return Promise.resolve({ rows, absent: [] })
  },
}
