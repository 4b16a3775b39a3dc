import { readFile } from 'node:fs/promises'
import { isRecord } from '../setting/is-record.ts'
import { storedFile } from './stored-file.ts'

/** Reads the flags about the config file that are stored with a run; none if another program started it. */
export const readConfigFlags = async (repo: string, runId: string): Promise<{ again: string[] }> => {
  try {
    const stored: unknown = JSON.parse(await readFile(await storedFile(repo, runId), 'utf8'))
    const again: unknown = isRecord(stored) ? stored['again'] : []
    return { again: Array.isArray(again) ? again.map(String) : [] }
  } catch {
    return { again: [] }
  }
}
