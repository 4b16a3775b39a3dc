import type { PlanStatus } from '@amelia/core/plugin'
import {
  type Block,
  isBesideSeries,
  type Outline,
  readFields,
  readMarked,
  splitRepeats,
  withCode,
} from '@amelia/markdown'
import type { Entry, Series } from '../entry.ts'
import type { Heading } from '../find-headings.ts'
import { type EntryHeading, readEntryHeading } from '../read-entry-heading.ts'
import { planAbove } from './plan-above.ts'
import { readProgress } from './read-progress.ts'

/** Of two kinds in a document, the first is the work; the others are groups above it or steps below it. */
const ranks = [
  ['task', 't', 'story', 'us', 'wp', 'wu'],
  ['phase'],
  ['milestone', 'm', 'stage', 'session', 's', 'sprint', 'iteration', 'wave', 'pr', 'part', 'epic', 'ws'],
  ['step'],
  [''],
  ['plan'],
]

/**
 * Finds the series of numbered headings that is the work: at least two of one word at one level, outside
 * sections about criteria and other matters.
 *
 * Headings with a number alone are work only if half of their sections contain some.
 */
export const findHeadingSeries = (outline: Outline, headings: readonly Heading[]): Series | undefined => {
  const { blocks } = outline
  const kinds = new Map<string, { heading: Heading; read: EntryHeading }[]>()
  for (const heading of headings) {
    if (heading.criteria) continue
    const read = withCode(heading.block.text, readEntryHeading)
    if (!read) continue
    // A section that is usually beside the work may be one of the series: `## 5. Verification`.
    if (heading.parent?.beside || (read.word === '' && isBesideSeries(heading.text))) continue
    const key = `${read.word} ${heading.block.level}`
    const kind = kinds.get(key) ?? []
    kind.push({ heading, read })
    kinds.set(key, kind)
  }
  for (const [key, kind] of kinds) {
    const read = kind.map((each) => ({
      ...{ each, id: each.read.id, line: each.heading.block.line },
      title: readMarked(each.read.title).title,
    }))
    kinds.set(
      key,
      splitRepeats(outline, read).entries.map(({ each }) => each),
    )
  }
  for (const words of ranks) {
    const found = [...kinds]
      .filter(([key, kind]) => words.includes(key.slice(0, key.indexOf(' '))) && kind.length > 1)
      .sort(([one], [other]) => levelOf(one) - levelOf(other))
    for (const [key, kind] of found) {
      if (hasOneNumbering(kind) && isWork(blocks, kind, key.startsWith(' ')))
        return seriesOf(key, kind, readProgress(outline, headings))
    }
  }
  // A number twice below one heading is a mistake in one series, which is reported as such.
  const [repeated] = [...kinds].filter(([key, kind]) => {
    const [first] = kind
    const isOne = kind.every(({ heading }) => heading.parent === first?.heading.parent)
    return !key.startsWith(' ') && kind.length > 1 && isOne && isWork(blocks, kind, false)
  })
  return repeated && seriesOf(...repeated, readProgress(outline, headings))
}

const levelOf = (key: string): number => Number(key.slice(key.indexOf(' ') + 1))

/**
 * Whether no number occurs twice in a plan: a numbering that begins again belongs to several lists, or to
 * several plans with a heading each.
 */
const hasOneNumbering = (kind: readonly { heading: Heading; read: EntryHeading }[]): boolean => {
  if (new Set(kind.map(({ read }) => read.id)).size === kind.length) return true
  const keys = kind.flatMap(({ heading, read }) => {
    const plan = planAbove(heading)
    return plan ? [`${plan.at} ${read.id}`] : []
  })
  return new Set(keys).size === kind.length
}

const isWork = (
  blocks: Outline['blocks'],
  kind: readonly { heading: Heading }[],
  numbersOnly: boolean,
): boolean => {
  const working = kind.filter(({ heading }) =>
    hasWork(blocks.slice(heading.at + 1, heading.end), numbersOnly),
  ).length
  return working * 2 >= kind.length
}

const verbs =
  /^(?:add|build|change|configure|connect|create|define|delete|deploy|document|enable|extend|extract|fix|generate|implement|improve|install|integrate|introduce|load|make|migrate|move|parse|publish|refactor|register|remove|rename|replace|run|set ?up|split|support|test|update|use|validate|verify|wire|write)\b/i

/**
 * Returns whether a section contains work: any block, or, if `strictly`, boxes, files, commands or sentences
 * that begin with a verb.
 */
const hasWork = (blocks: readonly Block[], strictly: boolean): boolean => {
  if (!strictly) return blocks.length > 0
  return (
    blocks.some(
      (block) =>
        (block.kind === 'item' && (block.checked !== undefined || verbs.test(block.text))) ||
        (block.kind === 'paragraph' && verbs.test(block.text)) ||
        (block.kind === 'fence' && /^(?:bash|sh|shell|console|diff)\b/.test(block.info)),
    ) || readFields(blocks).some(({ name }) => name === 'files' || name === 'dependsOn')
  )
}

const seriesOf = (
  key: string,
  kind: readonly { heading: Heading; read: EntryHeading }[],
  progress: ReadonlyMap<string, { status: PlanStatus; line: number }>,
): Series => {
  const word = key.slice(0, key.indexOf(' '))
  const entries = kind.map(({ heading, read }, index): Entry => {
    const { title, status } = readMarked(read.title)
    const next = kind[index + 1]?.heading.at ?? heading.end
    return {
      id: read.id,
      title: title || heading.text,
      status:
        status ??
        readMarked(heading.text.slice(0, 12)).status ??
        progress.get(`${read.word} ${read.id}`)?.status,
      line: heading.block.line,
      at: heading.at,
      end: Math.min(heading.end, next),
    }
  })
  const shown = word === '' ? '1. name' : word.length < 3 ? `${word.toUpperCase()}1 name` : `${word} 1: name`
  const named = kind.flatMap(({ read }) => progress.get(`${read.word} ${read.id}`)?.line ?? [])
  return { what: `headings "${shown}"`, entries, progress: named }
}
