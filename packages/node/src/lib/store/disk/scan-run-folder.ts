import { isMissing } from '../../file/is-missing.ts'
import type { JournalFiles } from './journal-files.ts'

/** What a run's folder holds, by the names in it. Every taking of the run has a token, one higher than the last. */
export interface RunFolder {
  names: string[]
  /** The highest token of a lease; 0 for none. */
  lease: number
  /** The highest token of a journal; 0 for one of the first format, null for none. */
  journal: number | null
}

/** Reads the names in one step. A folder that is not there is empty. */
export const scanRunFolder = async (files: JournalFiles, folder: string): Promise<RunFolder> => {
  const names = await files.readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const leases = names.flatMap(leaseTokenOf)
  const journals = names.flatMap(journalTokenOf)
  return {
    names,
    lease: Math.max(0, ...leases),
    journal: journals.length === 0 ? null : Math.max(...journals),
  }
}

export const leaseName = (token: number): string => `lease.${token}`

/** The journal that the holder with this token writes. */
export const journalName = (token: number): string =>
  token === 0 ? 'journal.jsonl' : `journal.${token}.jsonl`

/** The token of a lease's name; nothing for another name. */
export const leaseTokenOf = (name: string): number[] => tokenOf(/^lease\.(\d{1,15})$/, name)

/** The token of a journal's name; nothing for another name. */
export const journalTokenOf = (name: string): number[] =>
  name === 'journal.jsonl' ? [0] : tokenOf(/^journal\.(\d{1,15})\.jsonl$/, name)

const tokenOf = (pattern: RegExp, name: string): number[] => {
  const digits = pattern.exec(name)?.[1]
  return digits === undefined ? [] : [Number(digits)]
}
