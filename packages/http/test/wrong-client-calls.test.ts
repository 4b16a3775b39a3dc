import { expect, it } from 'vitest'
import { createClient } from '../src/client.ts'

/** A client as JavaScript sees it. */
type Untyped = Record<string, (...given: unknown[]) => unknown>

const client = createClient({
  baseUrl: 'http://localhost',
  fetch: () => Promise.reject(new Error('must not send')),
}) as unknown as Untyped

it('createClient names itself and the value of a wrong address', () => {
  expect(() => createClient({ baseUrl: 'nope' })).toThrow(
    'createClient: `baseUrl` must be an address that begins with http:// or https://; got "nope".',
  )
})

it.each([
  ['listRuns', [null], 'The options of listRuns must be an object; got null.'],
  ['listRuns', [{ label: {} }], 'Did you mean `labels`?'],
  ['listRuns', [{ status: 'failed' }], '`status` must be a list of texts; got "failed".'],
  ['listRuns', [{ limit: '5' }], '`limit` must be an integer of at least 1; got "5".'],
  ['listRuns', [{ after: 'x' }], '`after` must be the last run of the previous page; got "x".'],
  ['readRun', [null], '`runId` must be a text that is not empty; got null.'],
  ['send', [{}, { type: 'drain' }], '`runId` must be a text'],
  ['startRun', [5], '`plan` must be a text; got 5.'],
  ['startRun', ['# A', null], 'The options of startRun must be an object; got null.'],
  ['startRun', ['# A', { runID: 'a' }], 'Did you mean `runId`?'],
  ['watch', ['r1'], 'The options of watch must be an object; got "r1".'],
  ['watch', [{}], '`runId` must be a text that is not empty; got undefined.'],
  ['watch', [{ runId: 'r1', after: '3' }], '`after` must be an integer of at least 0; got "3".'],
  ['watch', [{ runId: 'r1', signal: 5 }], '`signal` must be an AbortSignal; got 5.'],
  ['watchAll', [null], 'The options of watchAll must be an object; got null.'],
  ['watchAll', [{ runs: ['r1'] }], '`runs[0]` must be an object; got "r1".'],
])('%s refuses %j', async (method, given, message) => {
  await expect((async () => client[method]!(...given))()).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining(message) as unknown,
  })
})
