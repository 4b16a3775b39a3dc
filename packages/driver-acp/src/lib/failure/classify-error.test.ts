import { describe, expect, it } from 'vitest'
import { classifyError } from './classify-error.ts'

describe('the class of an error', () => {
  it.each([
    ['AI_APICallError: Rate limit reached. Please try again in 7s.', 'rate_limited'],
    ['Internal error: Quota exceeded. RESOURCE_EXHAUSTED', 'rate_limited'],
    ['Overloaded (529)', 'rate_limited'],
    ['API key not valid. Please pass a valid API key.', 'auth'],
    ['got status 401', 'auth'],
    ['got status 403', 'permission'],
    ['Your credit balance is too low to access the API', 'permission'],
    ["This model's maximum context length is 8192 tokens", 'context_overflow'],
    ['The input exceeds the context window', 'context_overflow'],
    ['connect ECONNREFUSED 127.0.0.1:1', 'transient'],
    ['Bad Gateway', 'transient'],
    ['Something else', 'agent_failed'],
  ])('is read from its text: %s', (text, failure) => {
    expect(classifyError({ text }, [])).toBe(failure)
  })

  it('is that of the agent before those of all, and of a resume only there', () => {
    const rows = [{ resuming: true, code: -32603, class: 'session_lost' }] as const
    expect(classifyError({ code: -32603, text: 'Overloaded', isResuming: true }, rows)).toBe('session_lost')
    expect(classifyError({ code: -32603, text: 'Overloaded' }, rows)).toBe('rate_limited')
    expect(classifyError({ code: -32000, text: 'Authentication required' }, [])).toBe('auth')
  })
})
