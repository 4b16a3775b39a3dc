import { isMissing } from '../../file/is-missing.ts'
import type { JournalFiles } from './journal-files.ts'

/**
 * The names in a run's folder, and the tokens in them. Each lease of a run has a token higher by one than the
 * last.
 */
export interface RunFolder {
  names: string[]
  /** The highest token of a lease; 0 for none. */
  lease: number
  /** The highest token of a journal; 0 for a journal of the first format, null for none. */
  journal: number | null
}

/**
 * Reads the names in one step. A missing folder counts as empty. Only for the run that this process executes,
 * `here` reads on this thread: many folders, or a slow one, would block it.
 */
export const scanRunFolder = async (
  files: JournalFiles,
  folder: string,
  { here = false } = {},
): Promise<RunFolder> => {
  const names = await readNames(files, folder, here).catch((error: unknown) => {
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

const readNames = async (files: JournalFiles, folder: string, here: boolean): Promise<string[]> =>
  here && files.readdirSync ? files.readdirSync(folder) : files.readdir(folder)

export const leaseName = (token: number): string => `lease.${token}`

/** Returns the name of the journal of the lease with this token. */
export const journalName = (token: number): string =>
  token === 0 ? 'journal.jsonl' : `journal.${token}.jsonl`

/** Parses the token in a lease's name; empty for another name. */
export const leaseTokenOf = (name: string): number[] => tokenOf(/^lease\.(\d{1,15})$/, name)

/** Parses the token in a journal's name; empty for another name. */
export const journalTokenOf = (name: string): number[] =>
  name === 'journal.jsonl' ? [0] : tokenOf(/^journal\.(\d{1,15})\.jsonl$/, name)

const tokenOf = (pattern: RegExp, name: string): number[] => {
  const digits = pattern.exec(name)?.[1]
  return digits === undefined ? [] : [Number(digits)]
}
