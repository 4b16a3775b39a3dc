import { moveRefs } from '../../refs/move-refs.ts'
import type { Repository } from '../../repository/locate-repository.ts'

/** Keeps a commit of a submodule in its repository as long as the run has references. */
export const keepCommit = async (module: Repository, commit: string, runPrefix: string): Promise<void> => {
  const ref = `${runPrefix}submodule/${commit}`
  if ((await module.objects.find(ref)) === null) await moveRefs(module, [{ ref, new: commit, old: null }])
}
