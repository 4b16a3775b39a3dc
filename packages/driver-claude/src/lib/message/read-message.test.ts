import { expect, it } from 'vitest'
import { readMessage } from './read-message.ts'

it.each([
  undefined,
  null,
  'text',
  7,
  [],
  {},
  { type: 'new' },
  { type: 'assistant' },
  { type: 'stream_event' },
])('ignores %o', (message) => {
  expect(readMessage(message)).toEqual([])
})

it('reads each block of a response', () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'u', name: 'Read', input: { file_path: 'a' } },
    null,
  ]
  expect(readMessage({ type: 'assistant', message: { content } })).toEqual([
    { kind: 'text', text: 'I look.' },
    { kind: 'tool', id: 'u', name: 'Read', input: { file_path: 'a' } },
  ])
})

it('reads the text of an error as an error', () => {
  const message = { content: [{ type: 'text', text: 'API Error: 529' }] }
  expect(readMessage({ type: 'assistant', error: 'overloaded', message })).toEqual([
    { kind: 'error', error: 'overloaded' },
  ])
})

it('reads the tokens of a response by their price', () => {
  const usage = {
    input_tokens: 1,
    cache_creation_input_tokens: 20,
    cache_creation: { ephemeral_1h_input_tokens: 5 },
    cache_read_input_tokens: 300,
    output_tokens: 2,
  }
  const message = { model: 'm', usage }
  expect(readMessage({ type: 'stream_event', event: { type: 'message_start', message } })).toEqual([
    {
      kind: 'begun',
      thread: '',
      model: 'm',
      tokens: { fresh: 1, written: 15, writtenLong: 5, cached: 300, output: 2 },
    },
  ])
  const model_usage_since_last_result = {
    a: {
      inputTokens: 1,
      cacheReadInputTokens: 20,
      cacheCreationInputTokens: 300,
      outputTokens: 2,
      costUSD: 0.5,
    },
    b: { inputTokens: 1000, outputTokens: Number.NaN, costUSD: -1 },
  }
  expect(readMessage({ type: 'result', subtype: 'success', model_usage_since_last_result })).toMatchObject([
    {
      own: [
        { model: 'a', tokens: { fresh: 1, written: 300, writtenLong: 0, cached: 20, output: 2 }, usd: 0.5 },
        { model: 'b', tokens: { fresh: 1000, output: 0 }, usd: 0 },
      ],
    },
  ])
})

it('reads the ids of messages of the main conversation', () => {
  expect(readMessage({ type: 'user', uuid: 'u', parent_tool_use_id: null })).toEqual([
    { kind: 'message', id: 'u' },
  ])
  expect(readMessage({ type: 'user', uuid: 'u', parent_tool_use_id: 'task' })).toEqual([])
})

it('reads the result of a tool of the main conversation', () => {
  const content = [{ type: 'tool_result', tool_use_id: 'u', content: 'Task #1 created' }]
  const message = { type: 'user', message: { content }, tool_use_result: { task: { id: '1' } } }
  expect(readMessage(message)).toEqual([{ kind: 'returned', id: 'u', result: { task: { id: '1' } } }])
  expect(readMessage({ ...message, tool_use_result: 'Error: no' })).toEqual([
    { kind: 'returned', id: 'u', result: {} },
  ])
  expect(readMessage({ ...message, parent_tool_use_id: 'task' })).toEqual([])
  expect(readMessage({ type: 'user', message: { content: 'text' } })).toEqual([])
})

it('reads the announcement of a retry', () => {
  const retry = { type: 'system', subtype: 'api_retry', attempt: 2, error_status: 429, error: 'rate_limit' }
  expect(readMessage({ ...retry, retry_delay_ms: 1_056 })).toEqual([
    { kind: 'retry', attempt: 2, status: 429, error: 'rate_limit', delayMs: 1_056 },
  ])
  expect(readMessage({ ...retry, error_status: null })).toMatchObject([{ status: undefined, delayMs: 0 }])
})

it('reads a rejection by the limit of a subscription, unless extra usage covers it', () => {
  const read = (rate_limit_info: object) => readMessage({ type: 'rate_limit_event', rate_limit_info })
  expect(read({ status: 'rejected', resetsAt: 7 })).toEqual([{ kind: 'limit', resetsAt: 7_000 }])
  expect(read({ status: 'rejected', isUsingOverage: false, resetsAt: 7 })).toHaveLength(1)
  expect(read({ status: 'rejected', isUsingOverage: true, resetsAt: 7 })).toEqual([])
  expect(read({ status: 'allowed_warning', resetsAt: 7 })).toEqual([])
})

it('reads a success with is_error as a failure', () => {
  expect(readMessage({ type: 'result', subtype: 'success', is_error: true, result: 'no' })).toMatchObject([
    { failed: true, text: 'no' },
  ])
  const errors = ['first', 5, 'second']
  expect(readMessage({ type: 'result', subtype: 'error_max_turns', errors, session_id: 's' })).toMatchObject([
    { kind: 'session', id: 's' },
    { failed: true, text: 'first\nsecond' },
  ])
  expect(readMessage({ type: 'result', subtype: 'success', is_error: false })).toMatchObject([
    { failed: false, text: '', own: undefined },
  ])
})
