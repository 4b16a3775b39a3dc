import type { Repository } from '../../git/repository/locate-repository.ts'

/** A commit with the trees that a statement names. */
export interface CommitFacts {
  id: string
  tree: string
  /** The tree of its first parent; the empty tree of a first commit. */
  parentTree: string
  parents: string[]
  /** The first line of its message. */
  subject: string
}

const emptyTrees = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

/** Reads a commit, without grafts and replacements; null if the repository does not have it. */
export const readCommit = async (
  { objects, objectFormat }: Repository,
  id: string,
): Promise<CommitFacts | null> => {
  const found = await objects.read(id)
  if (found?.type !== 'commit') return null
  const text = found.content.toString('utf8')
  const [head = '', ...message] = text.split('\n\n')
  const values = (name: string): string[] =>
    [...head.matchAll(new RegExp(`^${name} ([0-9a-f]+)$`, 'gm'))].map(([, value]) => value!)
  const parents = values('parent')
  const [parent] = parents
  const before = parent === undefined ? undefined : await objects.find(`${parent}^{tree}`)
  return {
    id: found.id,
    tree: values('tree')[0] ?? '',
    parentTree: before?.id ?? emptyTrees[objectFormat],
    parents,
    subject: (message.join('\n\n').split('\n')[0] ?? '').slice(0, 300),
  }
}
