/** The rules of the door for other engines. The engine makes these values itself, and does not check them. */
import {
  aBoolean,
  aFunction,
  amount,
  anObject,
  anything,
  count,
  finite,
  list,
  name,
  oneOf,
  optional,
  orNull,
  present,
  type Rule,
  type Rules,
  shape,
  text,
} from '../../../error/check/rule.ts'
import { gateChoices } from '../../../event/gate-view.ts'
import type { InputMap, InputType } from '../../../machine/state/input/input.ts'
import { presets } from '../../settings/presets.ts'
import { optionRules } from '../../boundary/option-rules.ts'

const things = list(anything)
const texts = list(text, 'a list of texts')
const phase = { phaseId: name }
const place = { ...phase, attempt: count, dispatch: count }
const part = { ...phase, dispatch: count, subtaskId: name }
const step = { ...part, stepId: name }

type RequiredKeys<Type> = { [Key in keyof Type]-?: object extends Pick<Type, Key> ? never : Key }[keyof Type]

/** The members that an input of each type must have. */
const inputs: { [Type in InputType]: { [Key in RequiredKeys<InputMap[Type]>]: Rule } } = {
  run_started: { base: text, target: text },
  run_resumed: {},
  woken: { until: finite },
  retry_requested: phase,
  unskip_requested: { id: name },
  run_prepared: { head: text },
  refs_moved: {},
  refs_refused: { refs: texts },
  git_locked: { effect: anObject, locks: things, running: orNull(things) },
  locks_gone: { gateId: name },
  workspace_opened: place,
  session_started: { ...place, key: name, session: anObject },
  subtask_started: part,
  step_started: step,
  step_finished: { ...step, observation: anObject },
  subtask_finished: part,
  subtask_claimed: { ...part, status: oneOf('running', 'completed', 'failed') },
  unit_finished: { ...place, unit: anObject, result: anObject },
  attempt_committed: { ...place, commit: text, tree: text, files: texts },
  attempt_refused: { ...place, blocker: name, message: text, details: texts },
  verified: { ...place, on: oneOf('attempt', 'merged'), checks: things },
  session_used: { session: name, facts: anObject, usage: anObject, durationMs: amount, over: aBoolean },
  reviewer_answered: { commit: name, reviewer: name, verdict: anObject },
  reviewed: { ...place, review: anObject },
  checkpoint_decided: { ...phase, attempt: count, requestId: name, pause: aBoolean },
  hooks_finished: { ...place, outcome: oneOf('passed', 'rewritten', 'failed', 'environment'), text },
  merged: { ...place, tree: text },
  merge_conflicted: { ...place, paths: texts },
  composed: { ...place, commit: text },
  move_prepared: { ...place, updates: things },
  effect_failed: { ...place, during: text, failure: anObject },
  files_restored: { ...phase, files: things },
  repository_moved: { ...phase, planted: aBoolean, changes: things },
  call_abandoned: { who: text },
  plugin_event: { who: text, name },
  target_adopted: { ...place, commit: text },
  target_rewritten: { ...place, found: orNull(text) },
  run_reviewed: { review: anObject },
  run_reverted: {},
  run_verified: { checks: things, debts: texts },
  run_composed: { commit: text, published: text, merged: aBoolean, updates: things },
  checkout_applied: {},
  closing_failed: { failure: anObject, blocker: name },
  gate_answered: { gateId: name, choice: oneOf(...gateChoices) },
  phase_cancel_requested: phase,
  drain_requested: {},
  cancel_requested: {},
  parked: {},
  steer_requested: { ...phase, steerId: name, text },
  steer_given: { steerIds: texts, to: oneOf('prompt', 'turn') },
  steer_answered: { steerId: name, outcome: oneOf('delivered', 'deferred', 'dropped') },
}

const always = { type: oneOf(...Object.keys(inputs)), at: finite }
const inputOf = (members: Rules): Rule => shape('an input', { ...always, ...members })
const anInput = inputOf({})
const inputRules = new Map(Object.entries(inputs).map(([type, members]) => [type, inputOf(members)]))

const planRule = shape('a plan, as readPlan and definePlan return', {
  phases: list(
    shape('a phase with all defaults, as readPlan and definePlan return', {
      id: name,
      title: text,
      dependsOn: texts,
      subtasks: list(shape('a subtask with all defaults', { id: name, steps: list(anObject) })),
    }),
  ),
})

/** Each setting of a preset has a default, so that all are present. */
const settingsRule = shape('settings, as readSettings returns', {
  ...Object.fromEntries(Object.keys(presets.phased).map((key) => [key, present])),
  checks: list(anObject),
  review: anObject,
  execution: { ...name, expected: "the name of the run's folder, which readSettings does not know" },
})

/** The rules of the values that another engine passes. */
export const machineRules = {
  settings: { ...optionRules.createRun, host: optional(anything) },
  start: shape('the start of a run', {
    runId: name,
    plan: planRule,
    settings: settingsRule,
    targetCommit: orNull(text),
  }),
  /** The first record of a journal, of which other releases of the same version may have written less. */
  head: shape('a record', { runId: name, plan: planRule, settings: anObject }),
  state: shape('a state, as createRunState and replay return', {
    runId: name,
    graph: shape('a graph', { index: shape('a map', { has: aFunction }) }),
  }),
  /** The rules by type are prepared, because an engine passes many inputs. */
  input: { ...anInput, by: (value) => inputRules.get((value as { type: string }).type) ?? anInput } as Rule,
  journal: list(shape('a record', { seq: count, value: anything }), 'a list of records'),
  now: finite,
}
