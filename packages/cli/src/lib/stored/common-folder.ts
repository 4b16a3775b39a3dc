import { nodeHost } from '@amelia/node'
import { runProgram } from './run-program.ts'

/**
 * Returns the git folder that all work trees of a repository share. Throws the error of a run for a folder
 * that it cannot use, such as `NOT_A_REPOSITORY`.
 */
export const commonFolder = async (repo: string): Promise<string> => {
  const argv = ['-C', repo, 'rev-parse', '--path-format=absolute', '--git-common-dir']
  try {
    return (await runProgram('git', argv)).trimEnd()
  } catch (error) {
    await nodeHost({ repo }).git.inspect()
    throw error
  }
}
