import type { InputDraft } from '../../src/lib/machine/state/input/input.ts'
import type { MachineUnderTest } from './machine-under-test.ts'

/** Feeds an unexpected input: for a finished attempt, an unknown gate, or an unintended move. */
export const feedStray = (machine: MachineUnderTest, pick: number): void => {
  if (isDue(machine)) return
  const phases = [...machine.reference.run.phases.values()]
  const phase = phases[pick % phases.length]!
  const {
    place,
    dispatches,
    attempt: { number: attempt },
    planned: { subtasks },
  } = machine.state.phases.find((each) => each.id === phase.id)!
  const at = { phaseId: phase.id, attempt, dispatch: place ? dispatches - 1 : dispatches }
  const failure = { class: 'agent_failed', message: 'late' } as const
  const strays: InputDraft[] = [
    { type: 'workspace_opened', ...at },
    {
      type: 'unit_finished',
      ...at,
      unit: { kind: 'phase' },
      result: { outcome: 'completed' },
    },
    {
      type: 'subtask_claimed',
      phaseId: phase.id,
      dispatch: at.dispatch,
      subtaskId: subtasks[0]?.id ?? 'nothing',
      status: 'completed',
    },
    {
      type: 'attempt_committed',
      ...at,
      commit: 'late',
      tree: 'late',
      files: [],
    },
    { type: 'verified', ...at, on: 'attempt', checks: [] },
    {
      type: 'reviewer_answered',
      phaseId: phase.id,
      dispatch: at.dispatch,
      commit: 'late',
      reviewer: 'late',
      verdict: { approved: true, summary: 'late', comments: [] },
    },
    { type: 'reviewed', ...at, review: { approved: true, summary: 'late', comments: [] } },
    { type: 'hooks_finished', ...at, outcome: 'passed', text: 'late' },
    { type: 'composed', ...at, commit: 'late' },
    { type: 'move_prepared', ...at, updates: [] },
    { type: 'effect_failed', ...at, during: 'run_unit', failure },
    { type: 'gate_answered', gateId: 'nobody', choice: 'approve' },
    ...(phase.stage === 'move_refs' ? [] : [{ type: 'refs_moved' as const, phaseId: phase.id }]),
  ]
  const input = strays[(pick >> 8) % strays.length]!
  const before = machine.picture()
  const { events, effects } = machine.feed(input)
  if (events.length > 0 || effects.length > 0 || machine.picture() !== before)
    throw new Error(`M9: ${input.type} of ${phase.id}, which nobody waits for, changed something.`)
}

/** Whether a phase may start by time alone, so that any input starts it. */
const isDue = ({ state, now }: MachineUnderTest): boolean =>
  [
    ...state.phases.map(({ effort: { notBefore } }) => notBefore),
    ...[...state.pauses.values()].map(({ until }) => until),
  ].some((at) => at !== undefined && at <= now + 1)
