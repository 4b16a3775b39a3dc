import { defineReviewer, type ReviewerV1 } from '../../contract/reviewer.ts'
import { loadEngine } from './load-engine.ts'

export interface CommandReviewerOptions {
  /** Its name in comments. */
  id: string
  /** The program and its arguments. Never given to a shell. */
  argv: readonly string[]
  /** Whether it judges every phase, or the whole at the end. Default: `phase`. */
  scope?: ReviewerV1['scope']
}

/**
 * A reviewer that is a command, run on the tree of the commit.
 *
 * It finds what it is to judge in `AMELIA_BASE`, `AMELIA_COMMIT`, `AMELIA_SCOPE` (`phase` or `run`), `AMELIA_PHASE` (of a phase its id), `AMELIA_JUDGES`
 * (`tests` or `change`) and `AMELIA_ROUND`. It may print a verdict as JSON and exit with 0. Without one the exit code is
 * the verdict: 0 approves, and any other rejects with the output as the one comment. A command that cannot be started is a question
 * to a person.
 */
export const commandReviewer = ({ id, argv, scope = 'phase' }: CommandReviewerOptions): ReviewerV1 =>
  defineReviewer({
    id,
    scope,
    async review(request, context) {
      const { reviewByCommand } = await loadEngine()
      return reviewByCommand(argv, request, context)
    },
  })
