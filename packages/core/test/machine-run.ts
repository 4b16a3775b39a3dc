import type { CheckResult } from '../src/lib/contract/check-result.ts'
import type { Effect } from '../src/lib/machine/state/effect.ts'
import type { GateView } from '../src/lib/event/gate-view.ts'
import type { InputDraft } from '../src/lib/machine/state/input/input.ts'
import type { PhaseState } from '../src/lib/machine/state/phase-state.ts'
import { createRunState, type RunState } from '../src/lib/machine/state/run-state.ts'
import type { Check, RunSettings } from '../src/lib/machine/state/run-settings.ts'
import { transition } from '../src/lib/machine/transition.ts'
import type { MachineEvent } from '../src/lib/machine/state/turn.ts'
import type { PhaseDraft } from '../src/lib/plan/model/phase.ts'
import { planSchema } from '../src/lib/plan/plan-schema.ts'
import type { Failure } from '../src/lib/contract/failure.ts'
import { presets } from '../src/lib/run/settings/presets.ts'
import { phase } from './sample-plan.ts'

/** An input of a test. Its `dispatch` may be left out. */
export type TestInput = {
  [Type in InputDraft['type']]: Omit<Extract<InputDraft, { type: Type }>, 'dispatch'> & { dispatch?: number }
}[InputDraft['type']]

/** Adds the number of the phase's present dispatch to an input without one; 0 for an earlier attempt. */
export const withDispatch = (state: RunState, draft: TestInput): InputDraft => {
  if (!('phaseId' in draft) || draft.phaseId === undefined || 'dispatch' in draft) return draft as InputDraft
  const phase = state.phases[state.graph.index.get(draft.phaseId) ?? -1]
  const isPast = 'attempt' in draft && draft.attempt !== phase?.attempt.number
  return { ...draft, dispatch: isPast ? 0 : phase?.dispatches } as InputDraft
}

export interface Fed {
  events: MachineEvent[]
  effects: Effect[]
}

/** The machine alone: a test sends inputs, and checks events and effects. */
export interface MachineRun {
  readonly state: RunState
  /** The clock: each input gets this time. */
  now: number
  feed(...drafts: TestInput[]): Fed
  phase(id: string): PhaseState
  /** Returns the open gate that was opened last. */
  gate(): GateView
  /** Answers that gate. */
  answer(choice: GateView['choices'][number], feedback?: string): Fed
}

export interface MachineRunOptions {
  phases?: PhaseDraft[]
  settings?: Partial<RunSettings>
  /** The provider of the run's agent. */
  provider?: string
  targetCommit?: string | null
}

export const target = 'refs/heads/amelia/work'

/**
 * Creates a machine whose run head exists, so that ready phases have slots. By default it has no checks,
 * gates or artifacts.
 */
export const createMachineRun = ({
  phases = [phase('a')],
  settings = {},
  provider,
  targetCommit = null,
}: MachineRunOptions = {}): MachineRun => {
  const state = createRunState({
    runId: 'r1',
    plan: planSchema.parse({ phases }),
    settings: {
      ...presets.phased,
      trust: 'autonomous',
      planApproved: true,
      checks: [],
      checkpoints: 'trust',
      review: { phase: false, run: false },
      hooks: 'off',
      artifacts: 'none',
      execution: '2026-01-01-work',
      ...settings,
    },
    targetCommit,
  })
  const machine: MachineRun = {
    state,
    now: 1_000,
    feed(...drafts) {
      const taken = drafts.map((draft) =>
        transition(state, { ...withDispatch(state, draft), at: machine.now }),
      )
      return {
        events: taken.flatMap(({ events }) => events),
        effects: taken.flatMap(({ effects }) => effects),
      }
    },
    phase: (id) => state.phases[state.graph.index.get(id)!]!,
    gate: () => [...state.gates.values()].at(-1)!,
    answer: (choice, feedback) =>
      machine.feed({
        type: 'gate_answered',
        gateId: machine.gate().id,
        choice,
        ...(feedback === undefined ? {} : { feedback }),
      }),
  }
  const who = provider === undefined ? {} : { provider }
  machine.feed(
    { type: 'run_started', base: 'base', target, ...who },
    { type: 'run_prepared', head: 'base' },
    { type: 'refs_moved' },
  )
  return machine
}

/** Returns the usual inputs that answer the effects of one attempt. */
export const inputsOf = (phaseId = 'a', attempt = 1) => {
  const at = { phaseId, attempt }
  const unit = { kind: 'phase' } as const
  const ended = (result: Extract<TestInput, { type: 'unit_finished' }>['result']): TestInput => ({
    type: 'unit_finished',
    ...at,
    unit,
    result,
  })
  const composed: TestInput = { type: 'composed', ...at, commit: `${phaseId}-done` }
  const moved: TestInput = { type: 'refs_moved', phaseId }
  return {
    opened: { type: 'workspace_opened', ...at } as TestInput,
    finished: ended({ outcome: 'completed' }),
    failed: (failure: Failure) => ended({ outcome: 'failed', failure }),
    blocked: (more: object = {}) =>
      ended({
        outcome: 'blocked',
        blocker: 'unexpected_state',
        message: 'what now?',
        details: [],
        ...more,
      }),
    committed: {
      type: 'attempt_committed',
      ...at,
      commit: `${phaseId}-work`,
      tree: `${phaseId}-tree`,
      files: [`${phaseId}.txt`],
    } as TestInput,
    verified: (...checks: CheckResult[]): TestInput => ({ type: 'verified', ...at, on: 'attempt', checks }),
    composed,
    prepared: {
      type: 'move_prepared',
      ...at,
      updates: [{ ref: target, new: `${phaseId}-done`, old: null }],
    } as TestInput,
    moved,
  }
}

/** Integrates a phase from its first slot, without checks. */
export const complete = (machine: MachineRun, phaseId = 'a', attempt = 1): Fed => {
  const { opened, finished, committed, composed, prepared, moved } = inputsOf(phaseId, attempt)
  return machine.feed(opened, finished, committed, composed, prepared, moved)
}

/** A check of every commit, and its outcome. */
export const check: Check = { name: 'test', argv: ['npm', 'test'], when: 'always', optional: false }
export const green: CheckResult = {
  name: 'test',
  argv: ['npm', 'test'],
  passed: true,
  exitCode: 0,
  output: '',
  durationMs: 1,
}
export const red: CheckResult = { ...green, passed: false, exitCode: 1, output: 'one\ntwo' }
