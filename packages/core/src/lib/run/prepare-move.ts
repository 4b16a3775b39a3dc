import type { RefUpdate } from '../contract/git-backend.ts'
import { refNames } from '../machine/ref-names.ts'
import type { Engine } from './engine.ts'

/** The references that make a phase part of the run, with the values that they have now. `note` says why the target stays. */
export const prepareMove = async (
  { state, host: { git } }: Engine,
  { phaseId, commit, head }: { phaseId: string; commit: string; head: string },
): Promise<{ updates: RefUpdate[]; note?: string }> => {
  const names = refNames(state.runId)
  const updates: RefUpdate[] = [
    { ref: names.head, new: commit, old: head },
    { ref: names.phase(phaseId), new: commit, old: null },
    { ref: names.candidate(phaseId), new: null, old: commit },
  ]
  const [found, held] = await Promise.all([git.readRef(state.target), git.whyHeld(state.target)])
  const branch = state.target.replace('refs/heads/', '')
  if (held !== null)
    return {
      updates,
      note: `${branch} was not moved: ${held}. To take the work in: git merge --ff-only ${names.head}`,
    }
  // A person may have taken the run's head in already: that is the run's own value.
  if (found !== state.targetCommit && found !== head) {
    return {
      updates,
      note: `${branch} was moved by somebody else and stays as it is. To take the work in: git merge ${names.head}`,
    }
  }
  updates.push({ ref: state.target, new: commit, old: found })
  return { updates }
}
