import type { MarkedPath } from '@amelia/core/plugin'
import type { TreeEntry } from '../repository/program/read-tree.ts'

type Side = 'ours' | 'theirs'

/** A merge with conflicts, as `git merge-tree -z` prints it. */
export interface ConflictedMerge {
  /** The id of the tree with markers. */
  tree: string
  /** The entries of each path in conflict: 1 of the base, 2 of ours, 3 of theirs. */
  stages: Map<string, Map<string, TreeEntry>>
  /** The kind of each message, and the paths that it is about. */
  messages: { kind: string; paths: string[] }[]
}

/** Reads the output of `git merge-tree --write-tree -z` for commits that conflict. */
export const readConflicts = (output: string): ConflictedMerge => {
  const [tree = '', ...fields] = output.split('\0')
  const stages: ConflictedMerge['stages'] = new Map()
  const end = fields.indexOf('')
  for (const field of fields.slice(0, end)) {
    const [, mode = '', id = '', stage = '', path = ''] = /^(\d+) (\w+) (\d)\t(.*)$/s.exec(field) ?? []
    const entries = stages.get(path) ?? new Map<string, TreeEntry>()
    stages.set(path, entries.set(stage, { mode, id }))
  }
  const messages: ConflictedMerge['messages'] = []
  let at = end + 1
  // Advice for people may follow, without this form.
  while (/^\d+$/.test(fields[at] ?? '')) {
    const kind = at + 1 + Number(fields[at])
    messages.push({ kind: fields[kind] ?? '', paths: fields.slice(at + 1, kind) })
    at = kind + 2
  }
  return { tree, stages, messages }
}

/** The side whose file git has moved to this path, and its own path; undefined if git has moved none. */
export const movedFrom = (
  path: string,
  labels: Record<Side, string>,
): { by: Side; from: string } | undefined => {
  for (const by of ['ours', 'theirs'] as const) {
    const at = path.lastIndexOf(`~${labels[by]}`)
    if (at > 0 && /^(?:_\d+)?$/.test(path.slice(at + labels[by].length + 1)))
      return { by, from: path.slice(0, at) }
  }
  return undefined
}

/** Describes the paths in conflict of a merge. `entries`: those of its tree. */
export const listMarked = (
  { stages, messages }: ConflictedMerge,
  entries: ReadonlyMap<string, TreeEntry>,
  labels: Record<Side, string>,
): MarkedPath[] => {
  const renamed = new Map<string, { by: Side; from: string }>()
  const origins = new Map<string, string>()
  for (const { kind, paths } of messages) {
    const [first = '', second = '', third] = paths
    if (kind === 'CONFLICT (rename/rename)' && third !== undefined)
      renamed.set(second, { by: 'ours', from: first }).set(third, { by: 'theirs', from: first })
    else if (/rename\/delete|directory rename/.test(kind) && second !== '') origins.set(first, second)
  }
  const aside = new Set([...stages.keys()].map((path) => movedFrom(path, labels)?.from))
  const describe = (path: string, sides: ReadonlyMap<string, TreeEntry>): MarkedPath[] => {
    const [base, ours, theirs] = ['1', '2', '3'].map((stage) => sides.get(stage))
    const moved = movedFrom(path, labels)
    if (moved) return [{ path, conflict: 'moved', ...moved }]
    if (ours && theirs) return [{ path, conflict: entries.get(path)?.id === ours.id ? 'kept' : 'lines' }]
    const rename = renamed.get(path)
    if (rename) return [{ path, conflict: 'renamed', ...rename }]
    const from = origins.get(path)
    const more = from === undefined ? {} : { from }
    if (base) return [{ path, conflict: 'deleted', by: ours ? 'theirs' : 'ours', ...more }]
    // The file of the other side is beside it, and says so.
    return aside.has(path) ? [] : [{ path, conflict: 'placed', by: ours ? 'ours' : 'theirs', ...more }]
  }
  return [...stages]
    .filter(([path]) => entries.has(path))
    .flatMap(([path, sides]) => describe(path, sides))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}
