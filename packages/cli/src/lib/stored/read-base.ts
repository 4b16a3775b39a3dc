import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Report } from '@amelia/core'
import { isRecord } from '../setting/is-record.ts'
import { storedFile } from './stored-file.ts'

/** The base branch of a run, as it is stored beside its journal. */
export interface BaseFacts {
  /** The branch that the run began on. Absent if HEAD was detached, or if another program started the run. */
  base?: string
  /** The merge of the run by `amelia merge`, if there was one since the run was last resumed. */
  merged?: { into: string; from: string; to: string }
  /** The commits of phases that `amelia prove` has proven, and the last commit of the branch at that time. */
  proven?: { commits: string[]; to: string }
}

/** Reads the base branch of a run. */
export const readBase = async (repo: string, runId: string): Promise<BaseFacts> => {
  const { branch, merged, proven } = await readStored(await storedFile(repo, runId))
  return {
    ...(typeof branch === 'string' && { base: branch }),
    ...(isRecord(merged) && { merged: merged as unknown as NonNullable<BaseFacts['merged']> }),
    ...(isRecord(proven) && { proven: proven as unknown as NonNullable<BaseFacts['proven']> }),
  }
}

/** The report of a run whose work `amelia merge` has moved: it is on the base branch, and not on its own. */
export const whereMerged = (report: Report, { merged }: BaseFacts): Report =>
  merged ? { ...report, target: `refs/heads/${merged.into}`, head: merged.to } : report

/** Records that a run was merged or proven, until it is resumed. */
export const noteFacts = async (
  repo: string,
  runId: string,
  facts: Pick<BaseFacts, 'merged' | 'proven'>,
): Promise<void> => {
  const file = await storedFile(repo, runId)
  const draft = `${file}.${process.pid}.tmp`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, `${JSON.stringify({ version: 1, ...(await readStored(file)), ...facts })}\n`, {
    mode: 0o600,
  })
  await rename(draft, file)
}

const readStored = async (file: string): Promise<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isRecord(stored) ? stored : {}
  } catch {
    return {}
  }
}
