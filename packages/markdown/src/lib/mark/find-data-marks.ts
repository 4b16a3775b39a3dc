import type { PlacedWork, PlanMark } from '@amelia/core/plugin'
import type { DocumentNode, MapNode } from '../data/document-node.ts'
import { readJson } from '../data/read-json.ts'
import { readYaml } from '../data/read-yaml.ts'
import { findStatus, findUnknown } from './find-status.ts'

/**
 * Finds the values of a JSON or YAML document that say that its work is not done: `status`, and `passes` that
 * is false. Each object of open work begins at the line of that work.
 */
export const findDataMarks = (source: string, works: readonly PlacedWork[]): PlanMark[] => {
  const lines = source.split('\n')
  const root = (/^\s*[{[]/.test(source) ? readJson(source) : readYaml(source)).node
  const open = new Set(works.flatMap(({ line, status }) => (isOpen(status) ? [line] : [])))
  const maps = mapsOf(root)
  const statuses = maps.map((map) => String(valueOf(map, 'status')?.value ?? ''))
  const done = ['done', 'completed', 'complete'].find((word) => statuses.includes(word)) ?? 'done'
  return maps.flatMap((map) => {
    if (!open.has(map.line)) return []
    const passes = valueOf(map, 'passes')
    const status = valueOf(map, 'status')
    const found = passes?.value === false ? passes : status
    if (!found) return []
    const { line, column } = found
    const text = lines[line - 1] ?? ''
    if (found === passes) {
      const isThere = text.startsWith('false', column - 1)
      return isThere ? [{ work: map.line, line, column, old: 'false', new: 'true' }] : []
    }
    const at = column - 1 + (/^["']?/.exec(text.slice(column - 1))?.[0].length ?? 0)
    const said = /^[\p{L}_ -]*/u.exec(text.slice(at))?.[0].trimEnd() ?? ''
    const change = said === '' ? undefined : (findStatus(said, done) ?? findUnknown(said, done))
    return change ? [{ work: map.line, line, column: at + 1, old: said, new: change.new }] : []
  })
}

const isOpen = (status: PlacedWork['status']): boolean => status === 'pending' || status === 'in_progress'

const valueOf = (map: MapNode, key: string) => {
  const value = map.entries.get(key)?.value
  return value?.kind === 'scalar' ? value : undefined
}

const mapsOf = (root: DocumentNode | undefined): MapNode[] => {
  const maps: MapNode[] = []
  const rest = root ? [root] : []
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.kind === 'list') rest.push(...node.items)
    if (node.kind !== 'map') continue
    maps.push(node)
    rest.push(...[...node.entries.values()].map(({ value }) => value))
  }
  return maps
}
