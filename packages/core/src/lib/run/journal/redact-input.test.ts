import { describe, expect, it } from 'vitest'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { redactInput } from './redact-input.ts'

/** Built here, so that no file of this repository contains text that looks like a secret. */
const token = `npm_${'aB3'.repeat(12)}`
const failure = { class: 'agent_failed', message: `It said ${token}`, output: token } as const
const at = { phaseId: 'a', attempt: 1, dispatch: 1 }

const inputs: InputDraft[] = [
  {
    type: 'step_finished',
    phaseId: 'a',
    dispatch: 1,
    subtaskId: 'a.1',
    stepId: 'a.1.1',
    observation: { command: `login ${token}`, exitCode: 0, output: token, durationMs: 1 },
    failure,
  },
  { type: 'subtask_finished', phaseId: 'a', dispatch: 1, subtaskId: 'a.1', failure },
  { type: 'unit_finished', ...at, unit: { kind: 'phase' }, result: { outcome: 'failed', failure } },
  { type: 'attempt_refused', ...at, blocker: 'path_refused', message: token, details: ['a', token] },
  {
    type: 'verified',
    ...at,
    on: 'attempt',
    checks: [{ name: 'test', argv: ['x', token], passed: true, exitCode: 0, output: token, durationMs: 1 }],
  },
  { type: 'hooks_finished', ...at, outcome: 'failed', text: token, hook: 'pre-commit', output: token },
  { type: 'effect_failed', ...at, during: 'merge', failure },
  { type: 'gate_answered', gateId: 'plan', choice: 'reject', feedback: `use ${token}` },
]

describe('redactInput', () => {
  it.each(inputs)('fault 23: removes secrets from $type and nothing else', (input) => {
    const redacted = redactInput(input, [])
    expect(JSON.stringify(redacted)).not.toContain(token)
    expect(redacted).toEqual(JSON.parse(JSON.stringify(input).replaceAll(token, '[redacted]')))
    expect(JSON.stringify(input), 'the input itself is not changed').toContain(token)
  })

  it('fault 23: removes the given values', () => {
    expect(
      redactInput({ type: 'gate_answered', gateId: 'g', choice: 'skip', feedback: 'hunter22!' }, [
        'hunter22',
      ]),
    ).toMatchObject({
      feedback: '[redacted]!',
    })
  })

  it('keeps the keys that the machine looks up, whatever they look like', () => {
    const ids = { phaseId: token, dispatch: 1, subtaskId: token, stepId: token }
    const input: InputDraft = { type: 'step_finished', ...ids, observation: { durationMs: 0, output: token } }
    expect(redactInput(input, [])).toEqual({
      type: 'step_finished',
      ...ids,
      observation: { durationMs: 0, output: '[redacted]' },
    })
    const unit = { kind: 'step', subtaskId: token, stepId: token } as const
    expect(
      redactInput({ type: 'unit_finished', ...at, unit, result: { outcome: 'completed' } }, []),
    ).toMatchObject({ unit })
  })

  it('returns inputs without foreign text unchanged', () => {
    const input: InputDraft = { type: 'workspace_opened', ...at }
    expect(redactInput(input, ['workspace_opened'])).toBe(input)
  })
})
