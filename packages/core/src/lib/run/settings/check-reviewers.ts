import type { ReviewerV1 } from '../../contract/reviewer.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/** Throws `OPTION_INVALID` for reviewers whose comments could not be told apart, and for ones that would never be asked. */
export const checkReviewers = (reviewers: readonly ReviewerV1[] = []): void => {
  const seen = new Set<string>()
  for (const { id, scope } of reviewers) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id))
      throw invalid(
        `${JSON.stringify(id)} cannot be the id of a reviewer: letters, digits, ".", "_" and "-" make one, 64 at most.`,
      )
    if (seen.has(id)) throw invalid(`Two reviewers are called "${id}". Give one of them another id.`)
    if (!['phase', 'run'].includes(scope))
      throw invalid(`The scope of the reviewer "${id}" must be phase or run, not ${JSON.stringify(scope)}.`)
    seen.add(id)
  }
}

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'reviewers' })
