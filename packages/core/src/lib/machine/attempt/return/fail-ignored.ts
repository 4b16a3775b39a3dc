import { declaredPaths } from '../../../policy/evidence/change/declared-paths.ts'
import { workOf } from '../../state/attempt.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { Turn } from '../../state/turn.ts'
import { endAttempt } from '../end-attempt.ts'
import { hasSession } from '../round/sessions-in.ts'

/** Most files that the message names. */
const maxNamed = 10

/**
 * Fails an attempt whose phase declares a file that git ignores and does not track: its content would be
 * lost. Reports whether it did. A person is asked at once, because the rule stands in the next attempt too,
 * unless a session of this attempt wrote it.
 */
export const failIgnored = (turn: Turn, phase: PhaseState): boolean => {
  const { id, planned, attempt } = phase
  const { files, ignored = [] } = workOf(attempt)
  const declared = new Set(declaredPaths(planned).expected)
  const found = ignored.filter(({ path }) => declared.has(path))
  if (found.length === 0) return false
  const named = found.slice(0, maxNamed).map(({ path, rule }) => `${path} (${rule})`)
  const more = found.length > maxNamed ? `, and ${found.length - maxNamed} more` : ''
  const isOwnRule = found.every(({ rule }) => files.some((file) => rule.startsWith(`${file}:`)))
  endAttempt(turn, phase, {
    action: 'failed',
    failure: {
      class: isOwnRule && hasSession(turn.state, phase) ? 'agent_failed' : 'environment',
      message: `Phase ${id} declares files that git ignores, so no commit can contain them: ${named.join(', ')}${more}.`,
      suggestions: [
        'If they belong in the repository, exclude them from the rule, or add them with "git add -f", and commit that before the run.',
        'Otherwise leave them out of the files of the phase.',
      ],
    },
  })
  return true
}
