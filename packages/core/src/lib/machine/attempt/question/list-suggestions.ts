import { refNames } from '../../state/ref-names.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'
import { shortId } from '../../state/short-id.ts'
import type { GateChoice } from '../../../event/gate-view.ts'
import type { Block } from './list-choices.ts'

/** Lists what a person may do about a question: commands to read, and what answers are for. */
export const listSuggestions = (
  state: RunState,
  phase: PhaseState,
  blocked: Block,
  choices: readonly GateChoice[],
): string[] => {
  const { blocker, stepId } = blocked
  return [
    ...(blocked.suggestions ?? []),
    ...(phase.attempt.work?.files.length ? [`git show ${shortId(phase.attempt.work.commit)}`] : []),
    ...(stepId === undefined
      ? []
      : [
          ...(choices.includes('done-by-hand') ? ['done-by-hand: you did the step by hand'] : []),
          'skip: leave out the step and what depends on it',
        ]),
    ...(blocker === 'user_changes' ? versionOfFiles(state, phase) : []),
    ...(blocked.passable
      ? [blocker === 'needs_judgment' ? 'approve: run it' : 'approve: run it anyway']
      : []),
    ...(blocked.findings ? [approvalOf(blocker)] : []),
    ...(blocker === 'red_unclear' ? ['approve: take the new tests as they are'] : []),
    ...(phase.attempt.keptAt === 'report' ? ['approve: verify the work as it is'] : []),
    ...(blocker === 'budget_exceeded' ? ['approve: allow the same amount again'] : []),
    ...(blocker === 'dependency_skipped' ? ['approve: count the phase as done; skip: leave it out'] : []),
  ]
}

const approvalOf = (blocker: Block['blocker']): string =>
  blocker === 'secret_in_change'
    ? 'approve: commit exactly these; to allow them for good, list the path or the fingerprint in `secrets.allow` of the config file'
    : 'approve: commit these paths'

/** Suggests how to read the phase's version of the user's files. */
const versionOfFiles = ({ runId }: RunState, { id, attempt: { number: attempt } }: PhaseState): string[] => [
  `approve: commit the rest; the phase's version of your files: git show ${refNames(runId).left(id, attempt)}`,
  'retry: commit or stash your changes first, if the phase needs those files',
]
