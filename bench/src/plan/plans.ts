import { checkPlan } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { measureInTurns, type Subject } from '../run/measure-in-turns.ts'
import { hostileTexts } from './hostile-texts.ts'
import { loadMarkdownPeers } from './markdown-peers.ts'
import { samplePlans } from './sample-plans.ts'

const parsers = allParsers()

let round = 0
/** Returns a different text each time, because the last outline is cached. */
const fresh = (text: string): string => `${text}${' '.repeat(++round % 100)}\n`

const cpuMs = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** All parsers together: one with superlinear cost soon outweighs the others. */
const parseWithAll = (text: string): void => {
  for (const parser of parsers) {
    parser.detect(text)
    parser.parse(text)
  }
}

const least = (text: string, work: (text: string) => unknown, rounds: number): number =>
  Math.min(...Array.from({ length: rounds }, () => cpuMs(() => work(fresh(text)))))

/**
 * Returns how many times longer twice the text takes, on average over two doublings, because memory grows in
 * steps; a disturbed measurement is repeated.
 */
const growthOf = (make: (parts: number) => string, work: (text: string) => unknown): number => {
  let parts = 1_000
  // In short texts, caches and the first collection of garbage decide.
  while (parts < 1_000_000 && least(make(parts), work, 1) < 400) parts *= 2
  const [one, four] = [make(parts), make(4 * parts)]
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 8 && best > 2.3; attempt++)
    best = Math.min(best, Math.sqrt(least(four, work, 3) / least(one, work, 3)))
  return best
}

/** Reading plans: time per megabyte of each format, and growth on hostile texts. */
export const plans: Benchmark = {
  name: 'plans',
  title: 'Plan reading',
  axis: 'MB',
  about: `CPU time per megabyte of a common plan in each format, from the text to the plan, with its own parser and with \`checkPlan\`, which also asks every other parser and validates.
remark (with tables and checkboxes), marked and markdown-it only build their tokens or tree of the same text.
Growth is how many times longer a hostile text takes when it doubles, on average over two doublings, for all parsers together; the worst of ${Object.keys(hostileTexts).length} texts is shown.
remark is measured on a tenth of a megabyte, because its time grows faster than the text.`,
  async measure({ quick, peers }) {
    const { found, absent } = await loadMarkdownPeers(peers)
    const rows: Row[] = []
    const formats = Object.entries(samplePlans).filter(([name]) => !quick || name === 'task-heading')
    for (const [format, make] of formats) {
      const parser = parsers.find(({ id }) => format.startsWith(id))
      if (parser === undefined) throw new Error(`No parser reads the format ${format}.`)
      const subjectOf = (subject: string, size: number, work: (text: string) => unknown): Subject => {
        const text = make(size * 1e6)
        const bytes = new TextEncoder().encode(text).length
        const unit = 'ms per MB'
        const scale = 1_000 / bytes
        return {
          series: format,
          subject,
          size: 1,
          unit,
          scale,
          isSlow: subject === 'remark',
          work: () => work(fresh(text)),
        }
      }
      const isMarkdown = !format.includes('JSON') && !/^(?:task-master|execution-plan)/.test(format)
      const subjects = [
        subjectOf('amelia', 1, (text) => parser.parse(text)),
        subjectOf('amelia, checkPlan', 1, (text) => checkPlan(text, { parsers })),
        ...(isMarkdown ? found : []).map(({ name, parse }) =>
          subjectOf(name, name === 'remark' ? 0.1 : 1, parse),
        ),
      ]
      // The gates compare with Markdown parsers.
      const [repeats, limitMs] = quick ? [3, 10_000] : isMarkdown ? [20, 30_000] : [6, 10_000]
      rows.push(...(await measureInTurns(subjects, { repeats, warm: 2, limitMs })))
    }
    let worst = { name: '', ratio: 0 }
    const texts = Object.entries(hostileTexts).slice(0, quick ? 3 : undefined)
    for (const [name, make] of texts) {
      const ratio = growthOf(make, parseWithAll)
      if (ratio > worst.ratio) worst = { name, ratio }
    }
    const figure = { min: worst.ratio, median: worst.ratio, repeats: 1 }
    rows.push({ series: 'hostile texts', subject: 'amelia', size: 1, unit: 'x, worst growth', ...figure })
    const notes = [`The text on which Amelia's time grew most is \`${worst.name}\`.`]
    return { rows, absent, notes }
  },
}
