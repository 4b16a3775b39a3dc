import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../setting/is-record.ts'
import { usageError } from '../terminal/usage-error.ts'
import { storedFile } from './stored-file.ts'

/** The limit of a repository's runs, in one unit; none if a person chose that. */
export interface StoredBudget {
  budgetUsd?: number
  budgetTokens?: number
  /** The path of its file. */
  file: string
}

const units = ['budgetUsd', 'budgetTokens'] as const

/**
 * Reads the limit that a person stored for the runs of a repository; undefined if nobody was asked yet.
 *
 * Throws a usage error for a damaged file, because a limit must not be lost silently.
 */
export const readStoredBudget = async (repo: string): Promise<StoredBudget | undefined> => {
  const file = await storedFile(repo, 'budget')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const limits = readLimits(text)
  if (limits !== undefined) return { ...limits, file }
  throw usageError(
    `The limit that is stored for the runs of this repository cannot be read: ${file}.`,
    'Delete the file; at a terminal, the next run without a budget asks for a limit again.',
  )
}

/** Stores the answer to the question about the limit of a repository's runs, which may be none. */
export const storeBudget = async (
  repo: string,
  { budgetUsd, budgetTokens }: Omit<StoredBudget, 'file'>,
): Promise<string> => {
  const file = await storedFile(repo, 'budget')
  await mkdir(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, `${JSON.stringify({ version: 1, budgetUsd, budgetTokens })}\n`, { mode: 0o600 })
  await rename(draft, file)
  return file
}

const readLimits = (text: string): Omit<StoredBudget, 'file'> | undefined => {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(stored)) return undefined
  const given = units.flatMap((unit) => (stored[unit] === undefined ? [] : [[unit, stored[unit]] as const]))
  const isLimit = (value: unknown): boolean =>
    typeof value === 'number' && Number.isFinite(value) && value > 0
  return given.every(([, value]) => isLimit(value)) ? Object.fromEntries(given) : undefined
}
