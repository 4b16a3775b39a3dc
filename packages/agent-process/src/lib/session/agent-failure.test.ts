import { expect, it } from 'vitest'
import { type AgentFailure, agentFailure } from './agent-failure.ts'

const failureOf = (more: Partial<AgentFailure>) =>
  agentFailure({
    agent: 'Claude',
    failure: 'agent_failed',
    text: '',
    secret: 'sk-secret',
    advice: '',
    ...more,
  })

it('states the agent, the status, the reason and the advice', () => {
  expect(failureOf({ text: 'Bad key', status: 401, advice: 'Set another one.' }).message).toBe(
    'Claude failed (401): Bad key. Set another one.',
  )
  expect(failureOf({}).message).toBe('Claude failed: no reason given.')
})

it('never shows a part of the key, also where the text is cut', () => {
  const { message } = failureOf({ text: `${'x'.repeat(995)}sk-secret${'y'.repeat(5_000)}` })
  expect(message).not.toContain('sk-s')
  expect(message.length).toBeLessThan(2_100)
})

it('passes on the wait only for failures that waiting can fix', () => {
  expect(failureOf({ failure: 'rate_limited', retryAfterMs: 5 }).details.retryAfterMs).toBe(5)
  expect(failureOf({ failure: 'auth', retryAfterMs: 5 }).details).toEqual({ class: 'auth' })
})
