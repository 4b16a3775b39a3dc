import type { GitBackendV1 } from '../contract/git-backend.ts'
import { refNames } from '../machine/ref-names.ts'
import type { RunState } from '../machine/run-state.ts'

/** What git holds of a run and its journal does not tell. */
export interface Integrated {
  /** What the run's head reference holds. */
  head: string
  /** The commits of phases that the journal does not know to be completed, oldest first. */
  phases: { phaseId: string; commit: string }[]
  /** Whether the target holds that commit too. */
  onTarget: boolean
}

/**
 * Looks for commits of the run that are on its head and that the journal knows nothing of: its end was lost, by a disk that had not kept
 * what it said it had. Undefined when the journal tells all of it, or when an intent does, which is finished anyway.
 */
export const findIntegrated = async (git: GitBackendV1, state: RunState): Promise<Integrated | undefined> => {
  const { runId, prepared, headRef, phases, closing, target } = state
  const ref = refNames(runId).head
  const head = await git.readRef(ref)
  if (head === null || (prepared && head === headRef)) return undefined
  const intents = [...phases.map(({ intent }) => intent ?? []), closing?.updates ?? []].flat()
  if (intents.some((update) => update.ref === ref && update.new === head)) return undefined
  const own = await git.findCommits({ from: head, trailer: 'Amelia-Run', value: runId })
  const found: Integrated['phases'] = []
  for (const { phase, status, former } of phases) {
    if (status === 'completed') continue
    const commits = await git.findCommits({ from: head, trailer: 'Amelia-Phase', value: phase.id })
    const commit = commits.find((id) => own.includes(id))
    if (commit !== undefined && commit !== former) found.push({ phaseId: phase.id, commit })
  }
  if (found.length === 0) return undefined
  found.sort((one, other) => own.indexOf(other.commit) - own.indexOf(one.commit))
  return { head, phases: found, onTarget: (await git.readRef(target)) === head }
}
