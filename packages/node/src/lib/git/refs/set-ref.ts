import { explainLock } from './explain-lock.ts'
import { repeatUpdate } from './repeat-update.ts'
import type { Repository } from '../repository/locate-repository.ts'

/** Sets a ref of the engine, whatever its present value; null deletes it. Throws `GIT_LOCKED`. */
export const setRef = async (repository: Repository, ref: string, to: string | null): Promise<void> => {
  const args = to === null ? ['-d', ref] : [ref, to]
  try {
    await repeatUpdate(repository, [{ ref, new: to }], () =>
      repository.git(['update-ref', '--no-deref', ...args]),
    )
  } catch (error) {
    throw await explainLock(repository, error, [ref])
  }
}
