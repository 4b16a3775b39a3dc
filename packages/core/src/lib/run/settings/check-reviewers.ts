import type { ReviewerV1 } from '../../contract/reviewer.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Throws `OPTION_INVALID` for invalid or duplicate ids and for unknown scopes.
 */
export const checkReviewers = (reviewers: readonly ReviewerV1[] = []): void => {
  const seen = new Set<string>()
  for (const { id, scope } of reviewers) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id))
      throw invalid(
        `${JSON.stringify(id)} is not a valid reviewer id: use at most 64 letters, digits, ".", "_" and "-", starting with a letter or digit.`,
      )
    if (seen.has(id)) throw invalid(`Two reviewers have the id "${id}". Change one of them.`)
    if (!['phase', 'run'].includes(scope))
      throw invalid(`The scope of the reviewer "${id}" must be phase or run, not ${JSON.stringify(scope)}.`)
    seen.add(id)
  }
}

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'reviewers' })
