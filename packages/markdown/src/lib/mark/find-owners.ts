import type { PlacedWork } from '@amelia/core/plugin'
import type { Outline } from '../outline/outline.ts'

/** The work that each line belongs to. */
export interface Owners {
  /** Returns the line of the innermost work that a line is part of, or 0. */
  of(line: number): number
  /** Returns the kind of the block at a line, with its level, such as `heading 2`. */
  kindOf(line: number): string
}

/**
 * Finds the lines of each piece of work: the section of a heading, or an item with its blocks. `named`: the
 * lines of work that other headings name, by their line.
 */
export const findOwners = (
  { blocks, lines, frontMatter }: Outline,
  works: readonly PlacedWork[],
  named: ReadonlyMap<number, number>,
): Owners => {
  const begins = new Map(works.map(({ line }) => [line, line]))
  for (const [line, work] of named) if (!begins.has(line)) begins.set(line, work)
  const places: { from: number; to: number; work: number }[] = []
  const kinds = new Map<number, string>()
  const open: { level: number; place?: { to: number } }[] = []
  for (const block of blocks) {
    const { line: from } = block
    const work = begins.get(from)
    if (block.kind === 'heading' && block.depth === 0) {
      while ((open.at(-1)?.level ?? 0) >= block.level) {
        const place = open.pop()?.place
        if (place) place.to = from - 1
      }
      kinds.set(from, `heading ${block.level}`)
      const place = work === undefined ? undefined : { from, to: lines.length, work }
      if (place) places.push(place)
      open.push({ level: block.level, ...(place && { place }) })
    } else if (block.kind === 'item') {
      kinds.set(from, `item ${block.nesting}`)
      if (work !== undefined) places.push({ from, to: block.endLine, work })
    }
  }
  const owners = new Int32Array(lines.length + 2)
  // Front matter describes the whole document.
  for (const { line } of works) if (line <= (frontMatter?.endLine ?? 0)) owners.fill(line)
  for (const { line } of works) owners[line] = line
  // Blocks are in the order in which they begin, so the inner ones come later.
  for (const { from, to, work } of places) owners.fill(work, from, to + 1)
  for (const { line } of works) if (!kinds.has(line)) owners[line] = line
  return { of: (line) => owners[line] ?? 0, kindOf: (line) => kinds.get(line) ?? '' }
}
