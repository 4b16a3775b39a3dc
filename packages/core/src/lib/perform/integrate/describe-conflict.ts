import type { MarkedPath } from '../../contract/git/marked-tree.ts'

const sides = { ours: 'the run', theirs: 'this phase' }

/** Describes a path in conflict and its state in the marked tree. `ref` names the phase's own version. */
export const describeConflict = (
  { path, conflict, by = 'theirs', from = path }: MarkedPath,
  ref: string,
): string => {
  const [side, other] = [sides[by], sides[by === 'ours' ? 'theirs' : 'ours']]
  switch (conflict) {
    case 'lines':
      return `${path}: the run and this phase changed the same lines, which are between markers.`
    case 'kept':
      return `${path}: the run and this phase changed it, and it cannot have markers. It is the run's version; this phase's: \`git show ${ref}:${path}\``
    case 'deleted':
      return from === path
        ? `${path}: ${side} deleted it, and ${other} changed it. It is as ${other} changed it.`
        : `${path}: ${side} deleted ${from}, and ${other} renamed it to this.`
    case 'renamed':
      return `${path}: ${side} renamed ${from} to it, and ${other} to another name. Both are here.`
    case 'moved':
      return `${path}: this is ${from} of ${side}. In its place is what ${other} has there.`
    case 'placed':
      return `${path}: ${side} added it to a folder that ${other} renamed.`
  }
}
