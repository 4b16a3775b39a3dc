import { existsSync } from 'node:fs'
import type { ProofReport } from '@amelia/node'
import { noteFacts, readBase } from '../../stored/read-base.ts'
import { storedFile } from '../../stored/stored-file.ts'

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
