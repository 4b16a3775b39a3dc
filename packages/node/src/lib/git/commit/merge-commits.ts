import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repository } from '../repository/locate-repository.ts'
import { runGit } from '../call/run-git.ts'
import { findAttributes } from './find-attributes.ts'

/**
 * Merges two commits without a work tree, in a scratch folder below `folder`.
 *
 * Attributes select merge drivers, and git reads them from files: the scratch folder contains only the
 * `.gitattributes` of `ours`, so an attempt cannot select which programs of the user's configuration run.
 */
export const mergeCommits = async (
  repository: Repository,
  folder: string,
  { ours, theirs }: { ours: string; theirs: string },
): Promise<{ tree: string } | { conflicts: string[] }> => {
  const header = (await repository.objects.read(`${theirs}^{commit}`))?.content.toString('latin1') ?? ''
  const [, tree = '', parent] = /^tree (\w+)\n(?:parent (\w+)\n)?/.exec(header) ?? []
  if (parent === ours) return { tree }
  const scratch = await mkdtemp(join(folder, 'merge-'))
  try {
    await writeAttributes(repository, ours, scratch)
    const answer = await runGit(['merge-tree', '--write-tree', '-z', '--name-only', ours, theirs], {
      gitDir: repository.gitDir,
      workTree: scratch,
      accept: [0, 1],
    })
    const [merged = '', ...rest] = answer.stdout.toString().split('\0')
    if (answer.exitCode === 0) return { tree: merged }
    // An empty name ends the list; the rest is messages for people.
    return { conflicts: [...new Set(rest.slice(0, rest.indexOf('')))].sort() }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const writeAttributes = async (repository: Repository, commit: string, folder: string): Promise<void> => {
  const { objects } = repository
  for (const { path, id } of await findAttributes(objects, commit)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, (await objects.read(id))?.content ?? '')
  }
}
