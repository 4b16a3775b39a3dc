import { createHash } from 'node:crypto'
import { readBlob } from '../../git/commit/read-blob.ts'
import type { Repository } from '../../git/repository/locate-repository.ts'
import type { FoundStatement } from '../read/parse-envelope.ts'
import { type MatchedCommit, treesOf } from './match-commit.ts'

/** Compares a statement of a commit with git: its trees, and its lockfiles. Returns what contradicts it. */
export const checkSubjects = async (
  repository: Repository,
  { commit, match }: MatchedCommit,
  found: FoundStatement,
): Promise<string[]> => {
  const faults: string[] = []
  const { tree, parentTree } = treesOf(found)
  if (match === 'commit') {
    if (tree !== commit.tree)
      faults.push(`its tree is ${short(commit.tree)}, and not ${short(tree)} as stated`)
    if (parentTree !== commit.parentTree)
      faults.push(`its parent's tree is ${short(commit.parentTree)}, and not ${short(parentTree)} as stated`)
  }
  if (tree !== commit.tree) return faults
  const { setup } = found.statement.predicate.replay
  for (const { path, sha256 } of setup.flatMap(({ lockfiles }) => lockfiles)) {
    const content = await readBlob(repository, commit.id, path)
    const digest = content && createHash('sha256').update(content).digest('hex')
    if (digest !== sha256) faults.push(`the lockfile ${JSON.stringify(path)} is not the stated one`)
  }
  return faults
}

const short = (id: string): string => id.slice(0, 10)
