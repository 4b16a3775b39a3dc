import { existsSync } from 'node:fs'
import type { Report } from '@amelia/core'
import type { ProofReport } from '@amelia/node'
import { noteFacts, readBase } from '../../stored/read-base.ts'
import { storedFile } from '../../stored/stored-file.ts'
import { tryCommand } from '../../stored/try-command.ts'

/** Records which phases a complete replay has proven, beside the journals of the runs that began here. */
export const noteProven = async (
  repo: string,
  { runs, commits, problems, to }: ProofReport,
): Promise<void> => {
  for (const { runId } of runs) {
    if (!existsSync(await storedFile(repo, runId))) continue
    const { proven: before } = await readBase(repo, runId)
    const others =
      before?.to === to ? before.commits.filter((id) => !commits.some(({ commit }) => commit === id)) : []
    const isSound = !problems.some((problem) => problem.runId === runId)
    const proven = commits.filter(
      ({ verdict, statements }) =>
        verdict === 'proven' && statements.some(({ statement }) => statement.predicate.runId === runId),
    )
    const ids = isSound ? [...others, ...proven.map(({ commit }) => commit)] : []
    await noteFacts(repo, runId, { proven: { commits: ids, to } })
  }
}

/** Adds the number of proven phases to a report, as long as the branch is at the commit that was proven. */
export const withProven = async (repo: string, report: Report): Promise<Report> => {
  const { runId, target, phases, statements } = report
  if (statements === undefined) return report
  const { proven } = await readBase(repo, runId)
  if (proven === undefined || !Array.isArray(proven.commits)) return report
  const tip = await tryCommand('git', ['rev-parse', '--verify', '--quiet', target], repo)
  if (tip !== proven.to) return report
  const commits = new Set(proven.commits)
  const count = phases.filter(({ commit }) => commit !== undefined && commits.has(commit)).length
  return { ...report, statements: { ...statements, proven: count } }
}
