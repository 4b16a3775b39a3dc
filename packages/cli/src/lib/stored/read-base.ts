import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Report } from '@amelia/core'
import { isRecord } from '../setting/is-record.ts'
import { storedFile } from './stored-file.ts'
import { tryCommand } from './try-command.ts'

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

/**
 * Counts the commits of a run's phases that are proven. Undefined without a proof, and once the branch is not
 * at the commit that was proven.
 */
export const countProven = async (
  repo: string,
  { runId, target, commits }: Pick<Report, 'runId' | 'target'> & { commits: readonly string[] },
): Promise<number | undefined> => {
  const { proven } = await readBase(repo, runId)
  if (proven === undefined || !Array.isArray(proven.commits)) return undefined
  const tip = await tryCommand('git', ['rev-parse', '--verify', '--quiet', target], repo)
  if (tip !== proven.to) return undefined
  return commits.filter((commit) => proven.commits.includes(commit)).length
}

/** Adds the number of proven phases to a report, as {@link countProven} counts them. */
export const withProven = async (repo: string, report: Report): Promise<Report> => {
  const { runId, target, phases, statements } = report
  if (statements === undefined) return report
  const commits = phases.flatMap(({ commit }) => commit ?? [])
  const proven = await countProven(repo, { runId, target, commits })
  return proven === undefined ? report : { ...report, statements: { ...statements, proven } }
}

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
