import { AmeliaError } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { untilReachable } from './until-reachable.ts'

const failure = (output: string, end: { exitCode: number | null; signal?: string } = { exitCode: 128 }) =>
  new AmeliaError('GIT_FAILED', `git push failed: ${output}`, { command: 'git push', ...end, output })

/** Performs a call that fails with these errors and succeeds then, on a clock that its waits advance. */
const attempt = async (errors: AmeliaError[], limitMs?: number) => {
  const waits: number[] = []
  const told: string[] = []
  let calls = 0
  const call = (): Promise<string> => {
    const error = errors[calls]
    calls += 1
    return error === undefined ? Promise.resolve('done') : Promise.reject(error)
  }
  const result = await untilReachable(call, {
    ...(limitMs !== undefined && { limitMs }),
    onUnreachable: (output) => told.push(output),
    now: () => waits.reduce((sum, ms) => sum + ms, 0),
    pause: (ms) => Promise.resolve(waits.push(ms)),
  }).catch((error: unknown) => error)
  return { result, calls, waits, told }
}

it.each([
  "fatal: unable to access 'https://example.org/x/': Could not resolve host: example.org",
  "fatal: unable to access 'https://example.org/x/': The requested URL returned error: 503",
  "fatal: unable to access 'https://example.org/x/': The requested URL returned error: 429",
  'ssh: connect to host example.org port 22: Connection refused\nfatal: Could not read from remote repository.',
  'fatal: unable to connect to example.org:\nerrno=Connection refused',
  'fatal: unable to look up example.org (port 9418) (Name or service not known)',
  "fatal: '/mnt/shared.git' does not appear to be a git repository\nfatal: Could not read from remote repository.",
  'error: RPC failed; curl 56 Recv failure\nfatal: the remote end hung up unexpectedly',
  'fatal: early EOF',
  'fatal: packet write failed: Broken pipe',
  'fatal: expected flush after ref listing',
  ' ! [remote failure] main -> main (remote failed to report status)',
  'fatal: read error: Connection reset by peer',
])('repeats a call after "%s"', async (output) => {
  const { result, told, waits } = await attempt([failure(output), failure(output), failure(output)])
  expect(result).toBe('done')
  expect(told).toEqual([output])
  expect(waits).toEqual([250, 500, 1000])
})

it('repeats a call whose connection was closed', async () => {
  const errors = [failure('', { exitCode: null, signal: 'SIGPIPE' })]
  expect(await attempt(errors)).toMatchObject({ result: 'done', calls: 2 })
})

it('repeats a call that the system killed', async () => {
  const errors = [failure('', { exitCode: null, signal: 'SIGKILL' })]
  const told = ['git push failed: ']
  expect(await attempt(errors)).toMatchObject({ result: 'done', calls: 2, told })
})

it('does not repeat a call that was asked to end', async () => {
  const errors = [failure('', { exitCode: null, signal: 'SIGTERM' })]
  expect(await attempt(errors)).toMatchObject({ calls: 1, told: [] })
})

it('repeats a call that transferred nothing until its time limit', async () => {
  const message = 'git push did not end within 120000 ms in /repo: '
  const details = { command: 'git push', exitCode: null, signal: 'SIGKILL', output: '' }
  expect(await attempt([new AmeliaError('GIT_FAILED', message, details)])).toMatchObject({ calls: 2 })
})

it.each([
  'git@example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.',
  "fatal: unable to access 'https://example.org/x/': The requested URL returned error: 403",
  'remote: Repository not found.\nfatal: Could not read from remote repository.',
  "fatal: Authentication failed for 'https://example.org/x/'",
  "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
  ' ! [remote rejected] main -> main (pre-receive hook declined)',
  'fatal: remote error: upload-pack: not our ref 1234',
  'fatal: write error: No space left on device',
  'fatal: the remote end hung up unexpectedly\n ! [rejected] main -> main (stale info)',
])('does not repeat a call after "%s"', async (output) => {
  const { result, calls, told } = await attempt([failure(output)])
  expect(result).toMatchObject({ code: 'GIT_FAILED' })
  expect([calls, told]).toEqual([1, []])
})

it('gives up after ten minutes, or at once without patience', async () => {
  const errors = Array.from({ length: 200 }, () => failure('Connection reset by peer'))
  const { result, waits } = await attempt(errors)
  expect(result).toBe(errors[waits.length])
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(600_000)
  expect(Math.max(...waits)).toBe(15_000)
  expect(await attempt(errors, 0)).toMatchObject({ calls: 1, told: [] })
})

it('is not repeated by a worker that may have been declared dead', async () => {
  const lost = new Error('declared dead')
  const call = (): Promise<never> => Promise.reject(failure('Connection reset by peer'))
  const repeated = untilReachable(call, {
    check: () => Promise.reject(lost),
    pause: () => Promise.resolve(),
  })
  await expect(repeated).rejects.toBe(lost)
})
