import type { InputDraft, InputType } from '../../machine/state/input.ts'
import { redactValue } from '../../text/redact-value.ts'

/** Inputs that carry text from outside: output, errors, answers. The others hold ids and numbers of our own. */
const foreign: ReadonlySet<InputType> = new Set<InputType>([
  'step_finished',
  'subtask_finished',
  'unit_finished',
  'attempt_refused',
  'verified',
  'reviewed',
  'checkpoint_decided',
  'hooks_finished',
  'effect_failed',
  'run_verified',
  'run_reviewed',
  'closing_failed',
  'checkout_applied',
  'repository_moved',
  'gate_answered',
])

/** The input without secrets: before it is journalled, and before the machine or a listener sees it. */
export const redactInput = (input: InputDraft, secrets: readonly string[]): InputDraft => {
  if (!foreign.has(input.type)) return input
  let clean: Record<string, unknown> | undefined
  for (const [key, value] of Object.entries(input)) {
    const kept: unknown = own.has(key) ? value : redactValue(value, secrets)
    if (kept !== value) (clean ??= { ...input })[key] = kept
  }
  // Only texts were replaced, by texts.
  return clean === undefined ? input : (clean as unknown as InputDraft)
}

/** What the machine finds things by. It comes from the checked plan, and would find nothing any more. */
const own: ReadonlySet<string> = new Set([
  'type',
  'phaseId',
  'subtaskId',
  'stepId',
  'unit',
  'gateId',
  'requestId',
  'choice',
])
