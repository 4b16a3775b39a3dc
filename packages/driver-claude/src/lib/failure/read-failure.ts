import { agentFailure } from '@amelia/agent-process'
import type { AmeliaError, FailureClass } from '@amelia/core/plugin'
import type { ClaudeSettings } from '../option/claude-settings.ts'
import type { ProgramEnd } from '../program/program-end.ts'
import { classifyFailure, type FailureFacts } from './classify-failure.ts'
import { installHint } from '../option/claude-package.ts'

/** Builds the driver error for a failure that the agent reported. */
export const readFailure = (
  facts: FailureFacts,
  settings: ClaudeSettings,
  retryAfterMs?: number,
): AmeliaError<'DRIVER_FAILED'> => {
  const failure = classifyFailure(facts)
  return agentFailure({
    agent: 'Claude',
    failure,
    status: facts.status,
    text: facts.text === '' ? (facts.error ?? '') : facts.text,
    secret: settings.apiKey,
    advice: advice(failure, settings),
    retryAfterMs,
  })
}

/** Builds the driver error for a program that did not start, or ended without a result. */
export const readCrash = (
  { thrown, errorOutput, signal }: ProgramEnd,
  settings: ClaudeSettings,
): AmeliaError<'DRIVER_FAILED'> => {
  const message = thrown instanceof Error ? thrown.message : ''
  const output = errorOutput.trim()
  const text = [message || 'it ended without a result', message.includes(output) ? '' : output].join(' ')
  if (signal !== undefined)
    return agentFailure({
      agent: "Claude's program",
      failure: 'interrupted',
      text: `${signal} from outside ended it.`,
      secret: settings.apiKey,
      advice: '',
      cause: thrown,
    })
  const cannotStart =
    /native binary not found|ENOENT|EACCES|exec format error|could not start|\bbwrap: /i.test(text)
  return agentFailure({
    agent: "Claude's program",
    failure: cannotStart ? 'environment' : classifyFailure({ text }),
    text,
    secret: settings.apiKey,
    advice: !cannotStart ? '' : settings.program === undefined ? installHint : 'Check the option `program`.',
    cause: thrown,
  })
}

const advice = (failure: FailureClass, { provider, keyVariable, model }: ClaudeSettings): string => {
  if (failure === 'auth') return `Set a key that ${provider} accepts in ${keyVariable}, or log in again.`
  if (failure === 'permission') return `Check the plan, the balance and the key's permissions at ${provider}.`
  if (failure === 'environment')
    return `Check the option \`model\`${model === undefined ? '' : ` (${model})`} and the driver's other options.`
  return ''
}
