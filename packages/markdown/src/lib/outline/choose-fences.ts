import { readSign } from '../words/read-sign.ts'
import type { Block, FenceChoice } from './outline.ts'

/** The marks that a fence begins or ends with. */
interface Mark {
  sign: string
  length: number
  info: string
}
/** The first and the last line of a fence, from 0. */
type Pair = readonly [open: number, close: number]

/** The fences of a reading. */
interface Fences {
  /** By line, from 0: whether it is in a fence. */
  inside: Uint8Array
  /** The last line of each fence, by its first one. */
  ends: ReadonlyMap<number, number>
}

const mark = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*(`{3,}|~{3,})(.*)$/
const anyMarkdown = /(?:`{3}|~{3})[ \t]*(?:md|markdown|mdx)(?![\w-])/i
const isMarkdown = (info: string): boolean => /^(?:md|markdown|mdx)(?![\w-])/i.test(info)

/**
 * Chooses how Markdown fences are read that contain the opening of another fence: CommonMark ends both at the
 * first line of marks alone, while authors mean pairs. The reading with more ids of the plan's own series
 * outside of fences wins, else the pairs. In the returned text CommonMark finds the fences of that reading:
 * only their marks are longer. */
export const chooseFences = (
  source: string,
  read: (source: string) => Block[],
): { text: string; choices: FenceChoice[] } => {
  if (!anyMarkdown.test(source)) return { text: source, choices: [] }
  const lines = source.split('\n')
  const choices: FenceChoice[] = []
  const findFences = (text: string): Fences => fencesOf(read(text), lines.length)
  const marks = lines.map(readMark)
  let pairs = findPairs(marks)
  if (pairs.length === 0) return { text: source, choices }
  const common = findFences(source)
  // Only CommonMark knows whether a line is in the same list or quote as the opening.
  const ends = findFences(lengthen(lines, pairs)).ends
  pairs = pairs.filter(([from, to]) => ends.get(from) === to)
  const nested = findFences(lengthen(lines, pairs))
  const countIds = findIds(lines, common, nested)
  const chosen: Pair[] = []
  for (const region of splitRegions(pairs, common, lines.length)) {
    const [start] = region.pairs[0]
    const isNested = countIds(start, region.end, nested) >= countIds(start, region.end, common)
    for (const [from, to] of region.pairs) {
      const end = common.ends.get(from)
      const isClosed = end !== undefined && marks[end]?.info === '' && end > from
      if (!isNested && !isClosed) continue
      chosen.push([from, isNested ? to : (end ?? to)])
      const read = isNested ? 'nested' : 'common'
      choices.push({ line: from + 1, nested: to + 1, read, ...(isClosed && { common: end + 1 }) })
    }
  }
  return { text: lengthen(lines, chosen), choices }
}

/** Returns the lines of a document without a Markdown fence around the whole of it; undefined without one. */
export const openWhole = (lines: readonly string[]): { lines: string[]; choice: FenceChoice } | undefined => {
  const first = lines.findIndex((line) => line.trim() !== '')
  const open = readMark(lines[first] ?? '')
  if (!open || !isMarkdown(open.info)) return undefined
  const last = lines.findLastIndex((line) => line.trim() !== '')
  // The last line may end another fence.
  const marks = lines.slice(first, last + 1).map(readMark)
  if (pairEnds(marks)[0] !== last - first && endOf(marks, 0) !== last - first) return undefined
  const inner = lines.map((line, at) => (at === first || at === last ? '' : line))
  return { lines: inner, choice: { line: first + 1, nested: last + 1, read: 'opened' } }
}

const readMark = (line: string): Mark | undefined => {
  const [, run, rest = ''] = mark.exec(line) ?? []
  const sign = run?.[0]
  if (run === undefined || sign === undefined || (sign === '`' && rest.includes('`'))) return undefined
  return { sign, length: run.length, info: rest.trim() }
}

/** Returns the line that ends the fence of a line in CommonMark. */
const endOf = (marks: readonly (Mark | undefined)[], from: number): number => {
  const open = marks[from]
  for (let at = from + 1; open && at < marks.length; at++) {
    const close = marks[at]
    if (close?.info === '' && close.sign === open.sign && close.length >= open.length) return at
  }
  return marks.length
}

/** Returns the end of each fence with an info string, if a line of marks ends the innermost one. */
const pairEnds = (marks: readonly (Mark | undefined)[]): (number | undefined)[] => {
  const ends: (number | undefined)[] = []
  const open: Record<string, number[]> = { '`': [], '~': [] }
  marks.forEach((each, at) => {
    const stack = each && open[each.sign]
    if (!each || !stack) return
    const top = stack.at(-1)
    if (each.info !== '') stack.push(at)
    else if (top !== undefined && each.length >= (marks[top]?.length ?? 0)) ends[stack.pop() ?? 0] = at
  })
  return ends
}

/** Finds the Markdown fences that contain the opening of another one and have an end if fences are pairs. */
const findPairs = (marks: readonly (Mark | undefined)[]): Pair[] => {
  const pairs: Pair[] = []
  const ends = pairEnds(marks)
  for (let at = 0; at < marks.length; at++) {
    const open = marks[at]
    if (!open) continue
    const common = endOf(marks, at)
    const end = ends[at]
    const isOuter =
      isMarkdown(open.info) &&
      marks
        .slice(at + 1, common)
        .some((each) => each?.sign === open.sign && each.length >= open.length && each.info !== '')
    if (isOuter && end !== undefined) pairs.push([at, end])
    at = isOuter && end !== undefined ? end : common
  }
  return pairs
}

const fencesOf = (blocks: readonly Block[], count: number): Fences => {
  const inside = new Uint8Array(count)
  const ends = new Map<number, number>()
  for (const block of blocks) {
    if (block.kind !== 'fence') continue
    inside.fill(1, block.line - 1, block.endLine)
    ends.set(block.line - 1, block.endLine - 1)
  }
  return { inside, ends }
}

/** Makes the marks of fences longer than every run of such marks inside. */
const lengthen = (lines: readonly string[], pairs: readonly Pair[]): string => {
  const changed = [...lines]
  for (const [from, to] of pairs) {
    const sign = readMark(lines[from] ?? '')?.sign ?? '`'
    let longest = 0
    for (let at = from + 1; at < to; at++) {
      for (const [run] of (lines[at] ?? '').matchAll(/`{3,}|~{3,}/g))
        if (run.startsWith(sign)) longest = Math.max(longest, run.length)
    }
    const run = sign.repeat(longest + 1)
    for (const at of [from, to]) changed[at] = (lines[at] ?? '').replace(/`{3,}|~{3,}/, run)
  }
  return changed.join('\n')
}

/** Pairs, and the lines up to where both readings agree again, which may be behind several of them. */
interface Region {
  pairs: [Pair, ...Pair[]]
  end: number
}

const splitRegions = (pairs: readonly Pair[], { ends }: Fences, count: number): Region[] => {
  const regions: Region[] = []
  for (const pair of pairs) {
    const last = regions.at(-1)
    // In CommonMark the opening of this pair is in a fence that begins in the last region.
    if (last && !ends.has(pair[0])) last.pairs.push(pair)
    else {
      if (last) last.end = pair[0]
      regions.push({ pairs: [pair], end: count })
    }
  }
  return regions
}

/** The ids that a reading leaves outside of fences, by line: `task 3`. */
const findIds = (lines: readonly string[], common: Fences, nested: Fences) => {
  const ids: (string | undefined)[] = lines.map((line, at) => {
    const sign = common.inside[at] && nested.inside[at] ? undefined : readSign(line)
    return sign?.sure ? `${sign.series} ${sign.id}` : undefined
  })
  const shared = new Set(ids.filter((_, at) => !common.inside[at] && !nested.inside[at]))
  const wordOf = (id = ''): string => id.slice(0, id.indexOf(' '))
  const words = new Set([...shared].filter((id) => id !== undefined).map(wordOf))
  /** Counts the ids of the plan's own series in a region that only one reading leaves outside. */
  return (from: number, end: number, { inside }: Fences): number => {
    const found = new Set<string>()
    for (let at = from; at < end; at++) {
      const id = inside[at] ? undefined : ids[at]
      if (id !== undefined && !shared.has(id) && (words.size === 0 || words.has(wordOf(id)))) found.add(id)
    }
    return found.size
  }
}
