import { join } from 'node:path'
import { findCommonFolder } from './common-folder.ts'

/** Names the file in which the command line stores facts of a run, beside its journal. */
export const storedFile = async (repo: string, runId: string): Promise<string> => {
  return join((await findCommonFolder(repo)) ?? repo, 'amelia', 'command-line', `${runId}.json`)
}
