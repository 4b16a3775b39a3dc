import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the git folder that all work trees of a repository share. */
export const commonFolder = async (repo: string): Promise<string> => {
  const argv = ['-C', repo, 'rev-parse', '--path-format=absolute', '--git-common-dir']
  const { stdout } = await promisify(execFile)('git', argv)
  return stdout.trimEnd()
}
