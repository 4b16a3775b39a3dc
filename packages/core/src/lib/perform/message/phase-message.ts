import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import { readCommitMessages } from '../../plan/commit/read-commit-messages.ts'
import { plainLabel } from '../../report/render/plain-label.ts'
import { commitSubject } from './commit-subject.ts'
import { conventionalSubject } from './conventional-subject.ts'
import { messageBody } from './message-body.ts'
import { withTrailers } from './trailers.ts'

/** The run of a phase, as its message depends on it. */
export interface MessageContext {
  state: Pick<FrozenRun, 'runId' | 'settings'>
  redact(text: string): string
}

/**
 * Builds the commit message of a phase, always the same for the same state: a subject of at most 72 columns,
 * the full subject if that was cut, the body (see {@link messageBody}) and three trailers.
 *
 * The subject is the last message that the plan gives for the phase, else `Phase <id>: <title>`. The messages
 * of phases that were joined into one are only listed.
 *
 * Text of a plan or an agent cannot imitate a trailer.
 */
export const phaseMessage = ({ state, redact }: MessageContext, phase: FrozenPhase): string => {
  const { runId, settings } = state
  const { id, planned, attempt } = phase
  const messages = readCommitMessages(planned).map(plainLabel)
  const own = settings.shape === 'joined' ? undefined : messages.pop()
  const text =
    settings.messageStyle === 'conventional'
      ? conventionalSubject(phase, own)
      : (own ?? `Phase ${id}: ${plainLabel(planned.title)}`)
  const sections = [commitSubject(redact(text)), ...messageBody(phase, messages, redact)]
  return withTrailers(sections.join('\n\n'), { runId, phaseId: id, attempt: attempt.number })
}
