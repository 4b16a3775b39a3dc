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
}

/** Reads the base branch of a run. */
export const readBase = async (repo: string, runId: string): Promise<BaseFacts> => {
  const { branch, merged } = await readStored(await storedFile(repo, runId))
  return {
    ...(typeof branch === 'string' && { base: branch }),
    ...(isRecord(merged) && { merged: merged as unknown as NonNullable<BaseFacts['merged']> }),
  }
}

/** The report of a run whose work `amelia merge` has moved: it is on the base branch, and not on its own. */
export const whereMerged = (report: Report, { merged }: BaseFacts): Report =>
  merged ? { ...report, target: `refs/heads/${merged.into}`, head: merged.to } : report

/** Records that a run was merged. */
export const noteMerged = async (
  repo: string,
  runId: string,
  merged: NonNullable<BaseFacts['merged']>,
): Promise<void> => {
  const file = await storedFile(repo, runId)
  const draft = `${file}.${process.pid}.tmp`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, `${JSON.stringify({ version: 1, ...(await readStored(file)), merged })}\n`, {
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
