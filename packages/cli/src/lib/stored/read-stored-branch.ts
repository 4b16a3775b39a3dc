import { readFile } from 'node:fs/promises'
import { isRecord } from '../setting/is-record.ts'
import { storedFile } from './stored-file.ts'

/** Reads the branch that a run began on; undefined if HEAD was detached, or if another program started it. */
export const readStoredBranch = async (repo: string, runId: string): Promise<string | undefined> => {
  const text = await readFile(await storedFile(repo, runId), 'utf8').catch(() => '{}')
  try {
    const stored: unknown = JSON.parse(text)
    return isRecord(stored) && typeof stored['branch'] === 'string' ? stored['branch'] : undefined
  } catch {
    return undefined
  }
}
