import { resolve } from 'node:path'
import { tryCommand } from './try-command.ts'

/**
 * Returns the git folder that all work trees of a repository share. Throws the error of a run for a folder
 * that it cannot use, such as `NOT_A_REPOSITORY`.
 */
export const commonFolder = async (repo: string): Promise<string> => {
  const folder = await findCommonFolder(repo)
  if (folder !== undefined) return folder
  const { nodeHost } = await import('@amelia/node')
  await nodeHost({ repo }).git.inspect()
  throw new Error(`git does not find the repository of ${repo}.`)
}

/** Folders that git has named to this process, by the folder of the repository. */
const found = new Map<string, string>()

/** Returns the git folder that all work trees of a repository share; undefined where git finds none. */
export const findCommonFolder = async (repo: string): Promise<string | undefined> => {
  const place = resolve(repo)
  const argv = ['rev-parse', '--path-format=absolute', '--git-common-dir']
  const folder = found.get(place) ?? (await tryCommand('git', argv, repo))
  if (folder !== undefined) found.set(place, folder)
  return folder
}
