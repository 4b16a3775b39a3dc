import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repository } from '../repository/locate-repository.ts'
import { runGit } from '../call/run-git.ts'

/**
 * Merges two commits without a working tree, in a scratch folder below `folder`.
 *
 * Merge drivers are picked by attributes, and git reads those from files: the scratch folder holds the `.gitattributes`
 * of `ours` and nothing else, so an attempt cannot choose which programs of the user's configuration run.
 */
export const mergeCommits = async (
  repository: Repository,
  folder: string,
  { ours, theirs }: { ours: string; theirs: string },
): Promise<{ tree: string } | { conflicts: string[] }> => {
  const { text } = await repository.git([
    'rev-list',
    '--no-commit-header',
    '--max-count=1',
    '--format=%T%x00%P',
    theirs,
    '--',
  ])
  const [tree = '', parents = ''] = text.split('\0')
  if (parents.split(' ')[0] === ours) return { tree }
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
    // The names end with an empty one; what follows is told to people.
    return { conflicts: [...new Set(rest.slice(0, rest.indexOf('')))].sort() }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const writeAttributes = async (repository: Repository, commit: string, folder: string): Promise<void> => {
  const { stdout } = await repository.git(['ls-tree', '-r', '-z', commit])
  const entries = stdout.toString().split('\0')
  for (const entry of entries) {
    const [, id, path] = /^100\d+ blob ([0-9a-f]+)\t((?:.*\/)?\.gitattributes)$/s.exec(entry) ?? []
    if (id === undefined || path === undefined) continue
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, (await repository.git(['cat-file', 'blob', id])).stdout)
  }
}
