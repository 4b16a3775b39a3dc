import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type CodexStage, setCodexStage } from './codex-stage.ts'
import { run, say } from './fake-responses.ts'
import { isAlive, processesOf } from './processes-of.ts'

const reason = new Error('stopped by a person')

/** Codex itself, and the processes of its commands. */
const processesAt = ({ home, dir }: CodexStage): Map<number, string> =>
  new Map([...processesOf(`CODEX_HOME=${home}\0`), ...processesOf(`PWD=${dir}\0`)])

it.each(['workspace-write', 'danger-full-access'] as const)(
  'ends a running command and all that it started within 5 seconds (%s)',
  async (sandbox) => {
    // One stays, one leaves the group, one ignores TERM.
    const command = [
      'setsid nohup sleep 1001 > /dev/null 2>&1 &',
      `sh -c 'trap "" TERM; touch started; while :; do sleep 1002; done' &`,
      'sleep 1003; touch late.txt',
    ].join(' ')
    const stage = await setCodexStage(({ outputs }) => (outputs.length === 0 ? [run(command)] : [say('x')]), {
      sandbox,
    })
    const stop = new AbortController()
    const session = stage.session({}, stop.signal)
    const outcome = session.then(
      () => undefined,
      (error: unknown) => error,
    )
    const wanted = ['sleep 1001', 'sleep 1002', 'sleep 1003', 'codex exec']
    const missing = (): string[] => {
      const names = [...processesAt(stage).values()]
      return wanted.filter((name) => !names.some((line) => line.includes(name)))
    }
    // The shell starts them one after the other, and each replaces itself with another program a moment
    // later.
    while (missing().length > 0) await delay(20)
    const running = processesAt(stage)

    stop.abort(reason)
    expect(await outcome).toBe(reason)
    // A killed process takes a moment to disappear.
    while ([...running.keys()].some(isAlive)) await delay(20)
    expect([...processesAt(stage)]).toEqual([])
    expect(existsSync(join(stage.dir, 'late.txt'))).toBe(false)
  },
)

it('ends the remaining processes of a completed session', async () => {
  const stage = await setCodexStage(
    ({ outputs }) =>
      outputs.length === 0 ? [run('setsid nohup sleep 1004 > /dev/null 2>&1 & echo begun')] : [say('done')],
    { sandbox: 'danger-full-access' },
  )
  await stage.session()
  expect(stage.model.requests[1]!.outputs[0]).toContain('begun')
  expect([...processesAt(stage)]).toEqual([])
})

it('cancels its request to the model when stopped, and reports nothing more', async () => {
  const stage = await setCodexStage(() => 'hang')
  const stop = new AbortController()
  const session = stage.session({}, stop.signal)
  void stage.model.requested(1).then(() => stop.abort(reason))
  await expect(session).rejects.toBe(reason)
  const said = stage.progress.length
  const { left } = stage.model.requests[0]!
  if (!left.aborted) await new Promise((resolve) => left.addEventListener('abort', resolve))
  expect([...processesAt(stage)]).toEqual([])
  expect(stage.progress.length).toBe(said)
})

it('starts nothing if it was stopped before', async () => {
  const stage = await setCodexStage(() => [say('x')])
  await expect(stage.session({}, AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(stage.model.requests).toHaveLength(0)
  expect(existsSync(join(stage.home, 'sessions'))).toBe(false)
})

it('ends its sessions when the driver is closed', async () => {
  const stage = await setCodexStage(() => 'hang')
  const session = stage.session()
  void stage.model.requested(1).then(() => stage.driver.close?.())
  await expect(session).rejects.toMatchObject({ details: { class: 'cancelled' } })
  expect([...processesAt(stage)]).toEqual([])
})
