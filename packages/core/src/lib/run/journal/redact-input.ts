import type { InputDraft, InputType } from '../../machine/state/input/input.ts'
import { redactValue } from '../../text/secret/redact-value.ts'

/**
 * Inputs that contain foreign text: output, errors, answers. The others contain only Amelia's own ids and
 * numbers.
 */
const foreign: ReadonlySet<InputType> = new Set<InputType>([
  'step_finished',
  'subtask_finished',
  'subtask_claimed',
  'unit_finished',
  'attempt_refused',
  'verified',
  'reviewer_answered',
  'reviewed',
  'checkpoint_decided',
  'hooks_finished',
  'effect_failed',
  'run_verified',
  'run_reviewed',
  'closing_failed',
  'checkout_applied',
  'repository_moved',
  'files_restored',
  'gate_answered',
  'steer_requested',
  'steer_answered',
])

/**
 * Removes secrets from an input, before it is journalled and before the machine or a listener receives it.
 */
export const redactInput = (input: InputDraft, secrets: readonly string[]): InputDraft => {
  if (!foreign.has(input.type)) return input
  let clean: Record<string, unknown> | undefined
  for (const [key, value] of Object.entries(input)) {
    const kept: unknown = own.has(key) ? value : redactValue(value, secrets)
    if (kept !== value) (clean ??= { ...input })[key] = kept
  }
  // Redaction only replaces strings by strings.
  return clean === undefined ? input : (clean as unknown as InputDraft)
}

/**
 * Keys that the machine looks things up by. They come from the checked plan; redacted values would match
 * nothing.
 */
const own: ReadonlySet<string> = new Set([
  'type',
  'phaseId',
  'subtaskId',
  'stepId',
  'unit',
  'gateId',
  'requestId',
  'steerId',
  'choice',
  'commit',
  'reviewer',
])
