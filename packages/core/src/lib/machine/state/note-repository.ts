import type { PlantedDigests } from '../../policy/planted-digests.ts'
import type { RunState } from './run-state.ts'

/**
 * Records the repository's configuration and hooks, and returns them for the place of a phase. Two workspaces
 * may open at the same time, so that a phase gets those that the other one found: its own unit, which has not
 * started, changed none of them.
 */
export const noteRepository = (
  state: RunState,
  repository: PlantedDigests | undefined,
): Pick<RunState, 'repository'> => {
  if (repository) state.repository = repository
  return state.repository ? { repository: state.repository } : {}
}
