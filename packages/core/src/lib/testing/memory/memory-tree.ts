/** A tree as paths and contents. Paths have no leading slash. */
export type MemoryTree = ReadonlyMap<string, string>

/** The tree's entries by path, as one text: equal texts are equal trees. */
export const treeKey = (tree: MemoryTree): string =>
  JSON.stringify([...tree].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

/** Paths that differ between two trees, sorted. */
export const changedBetween = (from: MemoryTree, to: MemoryTree): string[] =>
  [...new Set([...from.keys(), ...to.keys()])].filter((path) => from.get(path) !== to.get(path)).sort()

/**
 * What stands where a file of this path would be: a file in the place of one of its folders, or a folder in
 * its own.
 */
export const findInTheWay = (tree: MemoryTree, path: string): string[] =>
  [...tree.keys()].filter((other) => path.startsWith(`${other}/`) || other.startsWith(`${path}/`))

/** Puts a file into a tree, whatever is in its way; without content it is removed. */
export const putFile = (tree: Map<string, string>, path: string, content: string | undefined): void => {
  if (content === undefined) {
    tree.delete(path)
    return
  }
  for (const other of findInTheWay(tree, path)) tree.delete(other)
  tree.set(path, content)
}

/**
 * Joins two trees that come from one. A file that both sides changed is joined when each changed one stretch
 * of lines and the stretches do not touch; else its path is a conflict.
 */
export const mergeTrees = (
  base: MemoryTree,
  ours: MemoryTree,
  theirs: MemoryTree,
): { tree: MemoryTree } | { conflicts: string[] } => {
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
  return conflicts.length > 0 ? { conflicts } : { tree }
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

/** The one stretch of `before` that is other lines in `after`. */
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
