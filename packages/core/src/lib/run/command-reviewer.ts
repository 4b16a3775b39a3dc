import { defineReviewer, type ReviewerV1 } from '../contract/reviewer.ts'
import { checkOptions } from '../error/check/check-options.ts'
import { argv as aCommand, name } from '../error/check/rule.ts'
import { reviewerRules } from './reviewer-rules.ts'
import { loadEngine } from './load-engine.ts'

/** Options of {@link commandReviewer}. */
export interface CommandReviewerOptions {
  /** The reviewer's name in comments. */
  id: string
  /**
   * The program and its arguments. It is started without a shell. A relative path, such as `./review.sh`, is
   * a file of the reviewed tree.
   */
  argv: readonly string[]
  /** Whether it reviews each phase, or the final result. Default: `phase`. */
  scope?: ReviewerV1['scope'] | undefined
}

/**
 * Returns a reviewer that runs a command on the tree of the commit.
 *
 * The command receives `AMELIA_BASE`, `AMELIA_COMMIT`, `AMELIA_SCOPE` (`phase` or `run`), `AMELIA_PHASE` (the
 * phase's id), `AMELIA_JUDGES` (`tests` or `change`) and `AMELIA_ROUND` in its environment. It may print a
 * verdict as JSON and exit with 0. Without a verdict the exit code decides: 0 approves, any other rejects
 * with the output as the only comment. A command that cannot start opens a gate.
 */
export const commandReviewer = (options: CommandReviewerOptions): ReviewerV1 => {
  checkOptions('commandReviewer', options, { id: name, argv: aCommand, scope: reviewerRules.scope })
  const { id, argv, scope = 'phase' } = options
  return defineReviewer({
    id,
    scope,
    async review(request, context) {
      return (await loadEngine()).reviewByCommand(argv, request, context)
    },
  })
}
