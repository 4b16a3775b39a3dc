import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Integrated } from '../../machine/state/git-comparison.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { openEnvelope } from '../../report/render/proof/seal-statement.ts'

/**
 * Follows the chain of statements from the last one in the journal. Adds those about the given commits of
 * phases, and the last one.
 */
export const findStatements = async (
  git: GitBackendV1,
  { runId, statement: last }: RunState,
  phases: Integrated['phases'],
): Promise<Pick<Integrated, 'phases' | 'statement'>> => {
  const commit = await git.readRef(refNames(runId).proof)
  if (commit === null || commit === last?.commit) return { phases }
  const names = ['run/plan', ...phases.map(({ phaseId }) => `phase/${phaseId}`), 'run/report', 'squash']
  const found = (await Promise.all(names.map((name) => readAll(git, commit, name)))).flat()
  const byCommit = new Map<string, Omit<NotedStatement, 'commit'>>()
  let digest = last?.digest ?? null
  let tip: NotedStatement | undefined
  for (;;) {
    const next = found.find(({ statement }) => statement.predicate.previous === digest)
    if (!next) break
    ;({ digest } = next)
    const { unsigned } = next.statement.predicate
    const noted = { digest, ...(unsigned !== undefined && { unsigned }) }
    byCommit.set((next.statement.subject[0].digest as { gitCommit: string }).gitCommit, noted)
    tip = { commit, ...noted }
  }
  return {
    phases: phases.map((phase) => {
      const statement = byCommit.get(phase.commit)
      return { ...phase, ...(statement && { statement }) }
    }),
    ...(tip && { statement: tip }),
  }
}

/** Reads the statements of one name, first to last. */
const readAll = async (git: GitBackendV1, commit: string, name: string) => {
  const all: NonNullable<ReturnType<typeof openEnvelope>>[] = []
  for (let count = 1; ; count++) {
    const bytes = await git.readFile(commit, count === 1 ? `${name}.json` : `${name}/${count}.json`)
    const opened = bytes && openEnvelope(new TextDecoder().decode(bytes))
    if (!opened) return all
    all.push(opened)
  }
}
