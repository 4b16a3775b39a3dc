import type { MarkedPath } from '../../contract/git/marked-tree.ts'

/** A tree as contents by path. Paths have no leading slash. */
export type MemoryTree = ReadonlyMap<string, string>

/** Returns the entries of a tree as one text. Equal trees have equal texts. */
export const treeKey = (tree: MemoryTree): string =>
  JSON.stringify([...tree].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

/** Returns the paths that differ between two trees, sorted. */
export const changedBetween = (from: MemoryTree, to: MemoryTree): string[] =>
  [...new Set([...from.keys(), ...to.keys()])].filter((path) => from.get(path) !== to.get(path)).sort()

/** Returns the paths that block a file at this path: a file in place of a parent, or files below the path. */
export const findInTheWay = (tree: MemoryTree, path: string): string[] =>
  [...tree.keys()].filter((other) => path.startsWith(`${other}/`) || other.startsWith(`${path}/`))

/** Puts a file into a tree, and removes anything in its way. Without content, removes the file. */
export const putFile = (tree: Map<string, string>, path: string, content: string | undefined): void => {
  if (content === undefined) {
    tree.delete(path)
    return
  }
  for (const other of findInTheWay(tree, path)) tree.delete(other)
  tree.set(path, content)
}

/**
 * Merges two trees with a common base.
 *
 * A file changed on both sides merges if each side changed one range of lines and the ranges do not touch.
 * Otherwise its path is a conflict. The marked tree has it with markers, or as the only side that has it.
 */
export const mergeTrees = (
  base: MemoryTree,
  ours: MemoryTree,
  theirs: MemoryTree,
  labels: Record<Side, string>,
): { tree: MemoryTree } | { conflicts: string[]; marked: { tree: MemoryTree; paths: MarkedPath[] } } => {
  const tree = new Map(ours)
  const conflicts: string[] = []
  for (const path of changedBetween(base, theirs)) {
    const [before, mine, other] = [base.get(path), ours.get(path), theirs.get(path)]
    if (mine === other) continue
    const merged =
      mine === before
        ? other
        : before === undefined || mine === undefined || other === undefined
          ? null
          : mergeText(before, mine, other)
    if (merged === null) conflicts.push(path)
    else if (merged === undefined) tree.delete(path)
    else tree.set(path, merged)
  }
  const leaveMarked = (path: string): MarkedPath => {
    const [mine, other] = [ours.get(path), theirs.get(path)]
    if (mine !== undefined && other !== undefined) {
      tree.set(path, markText(mine, other, labels))
      return { path, conflict: 'lines' }
    }
    const by = mine === undefined ? 'theirs' : 'ours'
    tree.delete(path)
    const isFree = findInTheWay(tree, path).length === 0
    const aside = isFree ? path : `${path}~${labels[by]}`
    tree.set(aside, (mine ?? other)!)
    if (!isFree) return { path: aside, conflict: 'moved', by, from: path }
    return { path, conflict: 'deleted', by: by === 'ours' ? 'theirs' : 'ours' }
  }
  if (conflicts.length === 0) return { tree }
  return { conflicts, marked: { tree, paths: conflicts.map(leaveMarked) } }
}

type Side = 'ours' | 'theirs'

const markText = (ours: string, theirs: string, labels: Record<Side, string>): string => {
  const mine = ours.split('\n')
  const { start, end, lines } = changedStretch(mine, theirs.split('\n'))
  return [
    ...mine.slice(0, start),
    `<<<<<<< ${labels.ours}`,
    ...mine.slice(start, end),
    '=======',
    ...lines,
    `>>>>>>> ${labels.theirs}`,
    ...mine.slice(end),
  ].join('\n')
}

interface Stretch {
  start: number
  end: number
  lines: string[]
}

const mergeText = (base: string, ours: string, theirs: string): string | null => {
  const before = base.split('\n')
  const stretches = [ours, theirs].map((text) => changedStretch(before, text.split('\n')))
  const [first, second] = stretches.sort((a, b) => a.start - b.start) as [Stretch, Stretch]
  if (second.start <= first.end) return null
  return [
    ...before.slice(0, first.start),
    ...first.lines,
    ...before.slice(first.end, second.start),
    ...second.lines,
    ...before.slice(second.end),
  ].join('\n')
}

/** Returns the range of `before` that `after` replaces. */
const changedStretch = (before: string[], after: string[]): Stretch => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let tail = 0
  while (
    tail < before.length - start &&
    tail < after.length - start &&
    before.at(-1 - tail) === after.at(-1 - tail)
  )
    tail++
  return { start, end: before.length - tail, lines: after.slice(start, after.length - tail) }
}
