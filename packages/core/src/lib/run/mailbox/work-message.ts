import type { DispatchedWork } from '../../contract/dispatcher.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { findFault } from '../../error/check/find-fault.ts'
import {
  aBoolean,
  amount,
  anObject,
  anything,
  count,
  list,
  name,
  optional,
  orNull,
  type Rules,
  strictVariants,
  text,
  variants,
} from '../../error/check/rule.ts'
import { claim } from '../../error/check/claim.ts'
import { dispatchedWork } from '../boundary/worker-rules.ts'
import type { InputDraft, InputMap, InputType } from '../../machine/state/input/input.ts'

/** A message of a worker to the process that coordinates a run. It reaches that process as a command. */
export type WorkMessage =
  /** Inputs of a dispatch, in order. `n` counts the messages of the claim, from 1. */
  | { type: 'work_input'; work: DispatchedWork; claim: string; n: number; inputs: InputDraft[] }
  /** The worker is lost, or cannot go on. `reason` is a sentence. */
  | { type: 'work_lost'; work: DispatchedWork; claim?: string; reason: string }

const texts = list(text, 'a list of texts')
const address = { phaseId: name, attempt: count, dispatch: count }
const part = { phaseId: name, dispatch: count }
const step = { ...part, subtaskId: name, stepId: name }
const failure = { ...anObject, members: { class: name, message: text } }

/** The inputs that a worker may send, and what the machine reads of them without asking. */
const inputRules: Partial<Record<InputType, Rules>> = {
  workspace_opened: { ...address, slot: optional(name), rescued: optional(anObject) },
  session_started: { ...address, key: name, session: { ...anObject, members: { id: name } } },
  subtask_started: { ...part, subtaskId: name },
  step_started: { ...step, saved: optional(orNull(anObject)) },
  step_finished: { ...step, observation: { ...anObject, members: { durationMs: amount } } },
  subtask_finished: { ...part, subtaskId: name },
  subtask_claimed: { ...part, subtaskId: name, status: name },
  unit_finished: {
    ...address,
    unit: { ...anObject, members: { kind: name } },
    result: variants('the result of a unit', 'outcome', {
      completed: {},
      failed: { failure },
      blocked: { blocker: name, message: text, details: texts },
    }),
  },
  attempt_committed: { ...address, commit: name, tree: name, files: texts },
  attempt_refused: { ...address, blocker: name, message: text, details: texts, findings: optional(texts) },
  verified: { ...address, on: name, checks: list(anObject, 'a list of checks') },
  session_used: {
    phaseId: name,
    session: name,
    facts: { ...anObject, members: { role: name, driver: name } },
    usage: anObject,
    durationMs: amount,
    over: aBoolean,
  },
  reviewer_answered: { ...part, commit: name, reviewer: name, verdict: anObject },
  reviewed: { ...address, review: anObject },
  hooks_finished: { ...address, outcome: name, text },
  effect_failed: { ...address, during: name, failure },
  files_restored: { phaseId: name, files: list({ ...anObject, members: { path: text } }, 'a list of files') },
  repository_moved: { phaseId: name, planted: aBoolean, changes: list(anObject, 'a list of changes') },
  call_abandoned: { phaseId: name, who: text },
  plugin_event: { phaseId: name, who: text, name, data: optional(anything) },
  steer_given: { steerIds: texts, to: name },
  steer_answered: { steerId: name, outcome: name },
} satisfies Partial<{ [Type in InputType]: Partial<Record<keyof InputMap[Type], unknown>> }>

const commandRule = strictVariants('a message of a worker', 'type', {
  work_input: {
    work: dispatchedWork,
    claim,
    n: count,
    inputs: list(variants('an input of a worker', 'type', inputRules), 'a list of inputs'),
  },
  work_lost: { work: dispatchedWork, claim: optional(claim), reason: text },
})

/** Whether a command is meant to be a worker's message. */
export const isWorkMessage = (value: unknown): boolean => {
  const { type } = (value ?? {}) as { type?: unknown }
  return type === 'work_input' || type === 'work_lost'
}

/**
 * Checks a worker's message. Throws `COMMAND_INVALID` for one that is malformed, or that contains an input of
 * other work.
 */
export const readWorkMessage = (value: unknown): WorkMessage => {
  const fault = findFault('command', value, commandRule)
  if (fault !== undefined) throw invalid(fault)
  const command = value as WorkMessage
  if (command.type === 'work_input')
    for (const input of command.inputs)
      if (!isOfWork(input, command.work)) throw invalid(`the input \`${input.type}\` belongs to other work.`)
  return command
}

const isOfWork = (input: InputDraft, { phaseId, attempt, dispatch }: DispatchedWork): boolean =>
  (!('phaseId' in input) || input.phaseId === phaseId) &&
  (!('dispatch' in input) || input.dispatch === dispatch) &&
  (!('attempt' in input) || input.attempt === attempt)

const invalid = (fault: string): AmeliaError =>
  new AmeliaError('COMMAND_INVALID', `Invalid message of a worker: ${fault}`, { open: [] })
