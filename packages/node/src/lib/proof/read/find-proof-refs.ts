import { AmeliaError } from '@amelia/core/plugin'
import { listRefs } from '../../git/refs/list-refs.ts'
import type { Repository } from '../../git/repository/locate-repository.ts'
import { proofLimits } from './proof-limits.ts'

/** A reference to the statements of a run. */
export interface ProofRef {
  /** Its full name. */
  ref: string
  /** The object that it names. */
  id: string
  /** The run that the name states; undefined for a reference that the caller named. */
  runId?: string
}

/**
 * Finds the references to statements: those of runs of this clone, those that were fetched, and the given
 * ones. Throws `OPTION_INVALID` for a given one that does not exist.
 */
export const findProofRefs = async (
  repository: Repository,
  given: readonly string[],
): Promise<{ refs: ProofRef[]; ignored: number }> => {
  const found: ProofRef[] = []
  for (const [ref, id] of await listRefs(repository, 'refs/amelia/')) {
    const [, fetched, own] = /^refs\/amelia\/(?:proof\/([^/]+)|(?!proof\/)([^/]+)\/proof)$/.exec(ref) ?? []
    const runId = fetched ?? own
    if (runId !== undefined) found.push({ ref, id, runId })
  }
  const named: ProofRef[] = []
  for (const ref of given) {
    const commit = await repository.objects.find(`${ref}^{commit}`)
    if (commit === null) {
      const message = `The reference ${JSON.stringify(ref)} of a proof does not exist. Pass one that \`git for-each-ref\` lists.`
      throw new AmeliaError('OPTION_INVALID', message, { option: 'refs' })
    }
    if (!found.some((each) => each.ref === ref)) named.push({ ref, id: commit.id })
  }
  const kept = found.slice(0, proofLimits.runs)
  return { refs: [...named, ...kept], ignored: found.length - kept.length }
}
