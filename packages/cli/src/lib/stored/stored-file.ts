import { join } from 'node:path'
import { tryCommand } from './try-command.ts'

/** Names the file in which the command line stores facts of a run, beside its journal. */
export const storedFile = async (repo: string, runId: string): Promise<string> => {
  const folder = await tryCommand('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], repo)
  return join(folder ?? repo, 'amelia', 'command-line', `${runId}.json`)
}
