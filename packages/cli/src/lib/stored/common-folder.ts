import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { nodeHost } from '@amelia/node'

/**
 * Returns the git folder that all work trees of a repository share. Throws the error of a run for a folder
 * that it cannot use, such as `NOT_A_REPOSITORY`.
 */
export const commonFolder = async (repo: string): Promise<string> => {
  const argv = ['-C', repo, 'rev-parse', '--path-format=absolute', '--git-common-dir']
  try {
    const { stdout } = await promisify(execFile)('git', argv)
    return stdout.trimEnd()
  } catch (error) {
    await nodeHost({ repo }).git.inspect()
    throw error
  }
}
