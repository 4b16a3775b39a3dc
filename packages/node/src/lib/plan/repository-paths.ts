import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { runGit } from '../git/call/run-git.ts'

/**
 * Returns the paths of files in the repository of a folder, relative to its root, with `/`. Files outside of
 * it, and below `.git`, are left out; so are all without a repository. Links are resolved.
 */
export const repositoryPaths = async (repo: string, files: readonly string[]): Promise<string[]> => {
  const found = await runGit(['rev-parse', '--path-format=absolute', '--show-toplevel'], {
    cwd: repo,
    accept: [0, 128],
  })
  if (found.exitCode !== 0 || found.text === '') return []
  const top = await realpath(found.text)
  const paths = await Promise.all(
    files.map(async (file) => relative(top, await realpath(file).catch(() => top)).split(sep)),
  )
  return paths
    .filter(
      ([first = '', ...rest]) => first !== '' && first !== '..' && first !== '.git' && !rest.includes('..'),
    )
    .map((parts) => parts.join('/'))
}
