/**
 * Orders tasks for execution: a task with parts (`2` with `2.1`) comes after its parts. Otherwise keeps the
 * order.
 */
export const partsFirst = <Item extends { id: string }>(items: readonly Item[]): Item[] => {
  const positions = new Map<string, number>()
  items.forEach(({ id }, index) => {
    if (!positions.has(id)) positions.set(id, index)
  })
  if (positions.size === items.length && items.every(({ id }) => !id.includes('.'))) return [...items]
  const places = items.map(({ id }, index) => ({ index, last: index, depth: id.split('.').length }))
  const deepestFirst = [...places].sort((one, other) => other.depth - one.depth)
  for (const { index, last } of deepestFirst) {
    const parent = places[findParent(items[index]?.id ?? '', positions) ?? -1]
    if (parent) parent.last = Math.max(parent.last, last)
  }
  // A repeated id stays next to the first one, so that both are reported in the document's order.
  for (const place of places)
    place.last = places[positions.get(items[place.index]?.id ?? '') ?? -1]?.last ?? place.last
  places.sort((one, other) => one.last - other.last || other.depth - one.depth || one.index - other.index)
  return places.flatMap(({ index }) => items[index] ?? [])
}

const findParent = (id: string, positions: ReadonlyMap<string, number>): number | undefined => {
  for (let dot = id.lastIndexOf('.'); dot > 0; dot = id.lastIndexOf('.', dot - 1)) {
    const position = positions.get(id.slice(0, dot))
    if (position !== undefined) return position
  }
  return undefined
}
